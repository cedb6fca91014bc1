import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatCount, quantityText } from '../../../shared/base/format.ts'
import { type PrivacyPart, privacyParts } from '../../../shared/case/privacy.ts'
import type { CaseState, RedactionPreview } from '../../../shared/model/cases.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import { discardCase, exportCase, previewRedaction } from './case-commands.ts'
import { CaseDescription } from './case-description.tsx'
import { phaseWords, ruleWord } from './case-words.ts'
import { PackageResult } from './package-result.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'
import { caseLabels } from './case-labels.ts'
import tones from '../../ui/layout/tones.module.css'
import styles from './cases.module.css'

interface CaseSideProps {
  readonly shown: CaseState
  readonly isBusy: boolean
  /** Names of files that stay here. */
  readonly excluded: readonly string[]
  readonly onInclude: (name: string, isIncluded: boolean) => void
  readonly onAnother: () => void
}

const partBytes = 2_000_000_000

/** What leaves the machine: masked how, with which files, as which package. */
export function CaseSide({ shown, isBusy, excluded, onInclude, onAnother }: CaseSideProps) {
  const [privacy, setPrivacy] = useState<readonly PrivacyPart[]>(privacyParts)
  const [preview, setPreview] = useState<RedactionPreview | null>(null)
  const [isPreviewing, setPreviewing] = useState(false)
  const [password, setPassword] = useState('')
  const [isSplit, setSplit] = useState(false)
  const isPacked = shown.package !== null
  const start = () => {
    setPreviewing(true)
    previewRedaction(shown.id, privacy, (found) => {
      setPreviewing(false)
      setPreview(found)
    })
  }
  return (
    <aside className={styles.side} aria-label={caseLabels.side.export}>
      <div className={styles.sideBody}>
        {isPacked && <PackageResult made={shown.package} />}
        <CaseDescription key={shown.id} shown={shown} />
        <PrivacyChoice
          value={privacy}
          onChange={(parts) => {
            setPrivacy(parts)
            setPreview(null)
          }}
        />
        <div className={styles.previewRow}>
          <Button size="small" disabled={isBusy || isPreviewing} onClick={start}>
            {caseLabels.side.previewMasking}
          </Button>
          {isPreviewing && <Busy />}
        </div>
        {preview !== null && <Preview preview={preview} />}
        {shown.files.some(({ redaction }) => redaction === 'not-possible') && (
          <div className={styles.alert} role="note">
            <Icon icon={ShieldAlert} size={16} />
            <p>
              <strong>{caseLabels.side.dumpsNotMasked}</strong>
              <br />
              {caseLabels.side.dumpsHold}
            </p>
          </div>
        )}
        <Include shown={shown} excluded={excluded} onInclude={onInclude} isDisabled={isBusy} />
        <section aria-label={caseLabels.side.packageOptions} className={styles.fields}>
          <h2 className={styles.sideTitle}>{caseLabels.side.packageOptions}</h2>
          <Input
            label={caseLabels.side.password}
            type="password"
            placeholder={caseLabels.side.passwordPlaceholder}
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
          <Checkbox isChecked={isSplit} onChange={setSplit}>
            {caseLabels.side.split}
          </Checkbox>
        </section>
      </div>
      <footer className={styles.foot}>
        <p className={styles.hint}>
          {isBusy ? progressText(shown) : phaseWords[shown.phase]}
          {!isPacked && ` · ${shown.name}`}
        </p>
        <div className={styles.footButtons}>
          {!isBusy && (
            <Button kind="quiet" onClick={() => discardCase(shown.id, onAnother)}>
              {isPacked ? caseLabels.side.removeCollectedFiles : caseLabels.side.discard}
            </Button>
          )}
          {isPacked && (
            <Button kind="quiet" onClick={onAnother}>
              {caseLabels.side.newCase}
            </Button>
          )}
          <Button
            kind={isPacked ? 'standard' : 'primary'}
            disabled={isBusy}
            onClick={() =>
              exportCase({
                caseId: shown.id,
                privacy: [...privacy],
                excluded: [...excluded],
                password: password === '' ? null : password,
                partBytes: isSplit ? partBytes : null,
              })
            }
          >
            {isPacked ? caseLabels.side.exportAgain : caseLabels.side.exportPackage}
          </Button>
        </div>
      </footer>
    </aside>
  )
}

function progressText({ phase, bytes }: CaseState): string {
  return bytes === null ? phaseWords[phase] : `${phaseWords[phase]}: ${quantityText(formatBytes(bytes))}`
}

/** Counts, and lines as they will be in the package. */
function Preview({ preview }: { readonly preview: RedactionPreview }) {
  const [isOpen, setOpen] = useState(false)
  const withExamples = preview.files.filter(({ examples }) => examples.length > 0)
  return (
    <section aria-label={caseLabels.side.maskingPreview} className={styles.fields}>
      <ul className={styles.rules}>
        {preview.counts.map(({ rule, count, distinctCount }) => (
          <li key={rule}>
            <span>{ruleWord(rule)}</span>
            <span className="tabular" title={caseLabels.side.distinct(formatCount(distinctCount))}>
              {formatCount(count)}
            </span>
          </li>
        ))}
      </ul>
      {preview.counts.length === 0 && <p className={styles.hint}>{caseLabels.side.nothingToMask}</p>}
      {withExamples.length > 0 && (
        <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
          {caseLabels.side.showMaskedLines}
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={caseLabels.side.maskedLines} isWide>
        {withExamples.map(({ name, count, examples }) => (
          <section key={name} aria-label={name}>
            <h3 className={styles.exampleName}>{caseLabels.side.maskedIn(name, formatCount(count))}</h3>
            <pre className={styles.examples}>{examples.join('\n')}</pre>
          </section>
        ))}
      </Dialog>
    </section>
  )
}

/** Small files always go along: without them nobody knows what the rest is about. */
function Include({
  shown,
  excluded,
  onInclude,
  isDisabled,
}: Pick<CaseSideProps, 'shown' | 'excluded' | 'onInclude'> & { readonly isDisabled: boolean }) {
  const large = shown.files.filter(
    ({ step }) => step === null || step === 'trace' || step === 'heap-graph' || step === 'dump',
  )
  if (large.length === 0) return null
  return (
    <section aria-label={caseLabels.side.includeInExport} className={styles.fields}>
      <h2 className={styles.sideTitle}>{caseLabels.side.includeInExport}</h2>
      {large.map(({ name, redaction, sizeBytes }) => (
        <Checkbox
          key={name}
          isChecked={!excluded.includes(name)}
          isDisabled={isDisabled}
          onChange={(isOn) => onInclude(name, isOn)}
        >
          <span className={styles.include}>
            <span>{name}</span>
            {redaction === 'not-possible' && <span className={tones.bad}>{caseLabels.side.notMasked}</span>}
            <span className="muted tabular">{quantityText(formatBytes(sizeBytes))}</span>
          </span>
        </Checkbox>
      ))}
    </section>
  )
}
