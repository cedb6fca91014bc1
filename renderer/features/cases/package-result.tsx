import { CircleCheck, Copy, FolderOpen, PackageOpen, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatCount, quantityText } from '../../../shared/base/format.ts'
import type { CasePackage } from '../../../shared/model/cases.ts'
import { copyText, openRecording, revealFile } from '../../commands/page-actions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ruleWord } from './case-words.ts'
import { caseLabels } from './case-labels.ts'
import tones from '../../ui/layout/tones.module.css'
import styles from './cases.module.css'

/** The package: verified, where it is, and what was masked in it. */
export function PackageResult({ made }: { readonly made: CasePackage }) {
  const [isReportOpen, setReportOpen] = useState(false)
  const file = made.paths.at(-1) ?? ''
  const name = file.split(/[/\\]/).at(-1) ?? file
  const unopened = made.files.filter(({ verdict }) => verdict === 'unverified').length
  const isWhole = made.verdict === 'complete' && unopened === 0
  return (
    <section aria-label={caseLabels.made.package} className={styles.fields}>
      <h2 className={styles.sideTitle}>{caseLabels.made.package}</h2>
      <p className={styles.verdict}>
        <Icon icon={isWhole ? CircleCheck : TriangleAlert} size={16} className={isWhole ? tones.ok : tones.warn} />
        <span>{verdictText(isWhole, unopened)}</span>
      </p>
      <p className={styles.packageName}>{name}</p>
      <p className={styles.hint}>{filesText(made)}</p>
      <div className={styles.packageButtons}>
        <Button size="small" icon={FolderOpen} onClick={() => revealFile(file)}>
          {caseLabels.made.reveal}
        </Button>
        <Button size="small" icon={Copy} onClick={() => copyText(file, caseLabels.made.pathCopied)}>
          {caseLabels.made.copyPath}
        </Button>
        <Button size="small" icon={PackageOpen} onClick={() => openRecording(file)}>
          {caseLabels.made.open}
        </Button>
      </div>
      <h3 className={styles.sideTitle}>{caseLabels.made.masked}</h3>
      <ul className={styles.rules}>
        {made.counts.map(({ rule, count }) => (
          <li key={rule}>
            <span>{ruleWord(rule)}</span>
            <span className="tabular">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
      <Button size="small" kind="quiet" onClick={() => setReportOpen(true)}>
        {caseLabels.made.showReport}
      </Button>
      <Dialog isOpen={isReportOpen} onClose={() => setReportOpen(false)} title="REDACTION.md" isWide>
        <pre className={styles.examples}>{made.redactionText}</pre>
      </Dialog>
    </section>
  )
}

function verdictText(isWhole: boolean, unopened: number): string {
  if (isWhole) return caseLabels.made.verified
  return unopened === 0 ? caseLabels.made.verifiedPartial : caseLabels.made.verifiedUnopened(unopened)
}

function filesText({ sizeBytes, files, paths }: CasePackage): string {
  const size = quantityText(formatBytes(sizeBytes))
  return paths.length > 1
    ? caseLabels.made.filesInParts(size, files.length, paths.length)
    : caseLabels.made.files(size, files.length)
}
