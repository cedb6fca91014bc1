import { CircleX, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, quantityText } from '../../../../shared/base/format.ts'
import type { CasePackageDocument, OpenedPart } from '../../../../shared/model/cases.ts'
import { ownFileTitle } from '../../../../shared/words/package-files.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PlainTable } from '../../../ui/layout/plain-table.tsx'
import table from '../../../ui/layout/plain-table.module.css'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { openPart, type OpensAs, opensAs } from './package-parts.ts'
import { TextTab } from './text-tab.tsx'
import { packageLabels } from './package-labels.ts'
import styles from './package.module.css'
import { TableHead } from '../../../ui/layout/table-head.tsx'

interface PackageFilesProps {
  readonly documentId: string
  readonly opened: CasePackageDocument
}

const openLabels = {
  recording: packageLabels.files.openRecording,
  heap: packageLabels.files.openHeapGraph,
  dump: packageLabels.files.lookInside,
  text: packageLabels.files.view,
  none: packageLabels.files.unpack,
} as const

const opensInTab: ReadonlySet<OpensAs> = new Set<OpensAs>(['recording', 'heap', 'dump'])

/** Every file with what its check found, and the way into it. One that is not what is listed is not opened. */
export function PackageFiles({ documentId, opened }: PackageFilesProps) {
  const [viewed, setViewed] = useState<string | null>(null)
  const titles = new Map(opened.document?.files.map(({ name, title }) => [name, title]))
  return (
    <div className={styles.body}>
      <PlainTable label={packageLabels.files.files} className={table.framed}>
        <table>
          <TableHead
            columns={[
              packageLabels.files.name,
              packageLabels.files.content,
              { label: packageLabels.files.size, className: table.number },
              packageLabels.files.check,
              { label: packageLabels.files.actions, isHidden: true },
            ]}
          />
          <tbody>
            {opened.files.map((file) => (
              <tr key={file.name}>
                <td className={styles.name}>{file.name}</td>
                <td className={cx(table.wrap, 'muted')}>{titles.get(file.name) ?? ownFileTitle(file.name) ?? ''}</td>
                <td className={table.number}>{quantityText(formatBytes(file.sizeBytes))}</td>
                <td className={table.wrap}>
                  <Check file={file} />
                </td>
                <td>
                  <Button
                    size="small"
                    aria-label={`${openLabels[opensAs(file)]}: ${file.name}`}
                    disabled={file.fault !== null || (!file.opens && opensInTab.has(opensAs(file)))}
                    onClick={() => (opensAs(file) === 'text' ? setViewed(file.name) : openPart(documentId, file.name))}
                  >
                    {openLabels[opensAs(file)]}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </PlainTable>
      <Dialog isOpen={viewed !== null} onClose={() => setViewed(null)} title={viewed ?? ''} isWide>
        {viewed !== null && <TextTab documentId={documentId} names={[viewed]} />}
      </Dialog>
    </div>
  )
}

function Check({ file: { fault, knownFault, openedAs } }: { readonly file: OpenedPart }) {
  if (fault === null && knownFault !== null)
    return (
      <span className={styles.warned}>
        <Icon icon={TriangleAlert} size={14} />
        {packageLabels.files.damagedBefore(knownFault)}
      </span>
    )
  return fault === null ? (
    <span className={styles.ok}>
      <Icon icon={ShieldCheck} size={14} />
      {openedAs === 'file' ? packageLabels.files.hashMatches : packageLabels.files.opensAs(openedAs)}
    </span>
  ) : (
    <span className={styles.bad}>
      <Icon icon={CircleX} size={14} />
      {fault}
    </span>
  )
}
