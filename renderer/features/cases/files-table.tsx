import { Trash2 } from 'lucide-react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import type { CaseState } from '../../../shared/model/cases.ts'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PlainTable } from '../../ui/layout/plain-table.tsx'
import table from '../../ui/layout/plain-table.module.css'
import { removeFile } from './case-commands.ts'
import { caseLabels } from './case-labels.ts'
import tones from '../../ui/layout/tones.module.css'
import styles from './cases.module.css'
import { TableHead } from '../../ui/layout/table-head.tsx'

interface Row {
  readonly name: string
  readonly title: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly note: string
  readonly isBad: boolean
  readonly isAdded: boolean
}

/** What is in the package with its hashes; before there is one, what was collected. */
export function FilesTable({ shown }: { readonly shown: CaseState }) {
  const rows = rowsOf(shown)
  if (rows.length === 0) return <p className={styles.hint}>{caseLabels.files.nothingYet}</p>
  return (
    <PlainTable label={caseLabels.files.files} className={table.framed}>
      <table>
        <TableHead
          columns={[
            caseLabels.files.name,
            caseLabels.files.content,
            { label: caseLabels.files.size, className: table.number },
            caseLabels.files.sha256,
            caseLabels.files.state,
            { label: caseLabels.files.actions, isHidden: true },
          ]}
        />
        <tbody>
          {rows.map(({ name, title, sizeBytes, sha256, note, isBad, isAdded }) => (
            <tr key={name}>
              <td className={styles.fileName}>{name}</td>
              <td className={cx('muted', styles.fileContent)}>{title}</td>
              <td className={table.number}>{quantityText(formatBytes(sizeBytes))}</td>
              <td className={cx('mono', styles.sum)} title={sha256}>
                {sha256 === '' ? '' : `${sha256.slice(0, 8)}…${sha256.slice(-8)}`}
              </td>
              <td className={isBad ? tones.bad : undefined}>{note}</td>
              <td>
                {isAdded && shown.package === null && (
                  <IconButton
                    icon={Trash2}
                    size="small"
                    label={caseLabels.files.removeFile(name)}
                    onClick={() => removeFile(shown.id, name)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PlainTable>
  )
}

function rowsOf(shown: CaseState): readonly Row[] {
  if (shown.package !== null)
    return shown.package.files.map(({ name, title, sizeBytes, sha256, redaction, verdict, fault }) => ({
      name,
      title,
      sizeBytes,
      sha256,
      note:
        fault ??
        [verdictNote(verdict) ?? caseLabels.files.verified, maskNote(redaction)]
          .filter((part) => part !== '')
          .join(', '),
      isBad: fault !== null || verdict === 'unverified' || redaction === 'not-possible',
      isAdded: false,
    }))
  return shown.files.map(({ name, title, sizeBytes, redaction, verdict, step }) => ({
    name,
    title,
    sizeBytes,
    sha256: '',
    note: [verdictNote(verdict) ?? caseLabels.files.collected, maskNote(redaction)]
      .filter((part) => part !== '')
      .join(', '),
    isBad: redaction === 'not-possible',
    isAdded: step === null,
  }))
}

/** Null: it is whole. */
function verdictNote(verdict: CaseState['files'][number]['verdict']): string | null {
  if (verdict === 'complete') return null
  return verdict === 'partial' ? caseLabels.files.partial : caseLabels.files.unverified
}

function maskNote(redaction: CaseState['files'][number]['redaction']): string {
  if (redaction === 'not-possible') return caseLabels.files.cantBeMasked
  return redaction === 'not-done' ? caseLabels.files.notMasked : ''
}
