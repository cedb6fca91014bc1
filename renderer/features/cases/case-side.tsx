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
import { describeCase, discardCase, exportCase, previewRedaction } from './case-commands.ts'
import { given } from './case-draft.ts'
import { phaseWords, ruleWord } from './case-words.ts'
import { PackageResult } from './package-result.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'
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
    <aside className={styles.side} aria-label="Export">
      <div className={styles.sideBody}>
        {isPacked && <PackageResult made={shown.package} />}
        <PrivacyChoice
          value={privacy}
          onChange={(parts) => {
            setPrivacy(parts)
            setPreview(null)
          }}
        />
        <div className={styles.previewRow}>
          <Button size="small" disabled={isBusy || isPreviewing} onClick={start}>
            Preview masking
          </Button>
          {isPreviewing && <Busy />}
        </div>
        {preview !== null && <Preview preview={preview} />}
        {shown.files.some(({ redaction }) => redaction === 'not-possible') && (
          <div className={styles.alert} role="note">
            <Icon icon={ShieldAlert} size={16} />
            <p>
              <strong>Dumps can’t be masked</strong>
              <br />
              They hold everything in memory: customer data, connection strings, keys. Exported only if you select it
              below.
            </p>
          </div>
        )}
        <Notes key={shown.id} shown={shown} isDisabled={isBusy} />
        <Include shown={shown} excluded={excluded} onInclude={onInclude} isDisabled={isBusy} />
        <section aria-label="Package options" className={styles.fields}>
          <h2 className={styles.sideTitle}>Package options</h2>
          <Input
            label="Password"
            type="password"
            placeholder="Password (AES-256, optional)"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
          <Checkbox isChecked={isSplit} onChange={setSplit}>
            Split into parts of 2 GB
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
              {isPacked ? 'Remove collected files' : 'Discard…'}
            </Button>
          )}
          {isPacked && (
            <Button kind="quiet" onClick={onAnother}>
              New case
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
            {isPacked ? 'Export again' : 'Export package'}
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
    <section aria-label="Masking preview" className={styles.fields}>
      <ul className={styles.rules}>
        {preview.counts.map(({ rule, count, distinctCount }) => (
          <li key={rule}>
            <span>{ruleWord(rule)}</span>
            <span className="tabular" title={`${formatCount(distinctCount)} different`}>
              {formatCount(count)}
            </span>
          </li>
        ))}
      </ul>
      {preview.counts.length === 0 && <p className={styles.hint}>Nothing was found that has to be masked.</p>}
      {withExamples.length > 0 && (
        <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
          Show masked lines
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Lines as they will be in the package" isWide>
        {withExamples.map(({ name, count, examples }) => (
          <section key={name} aria-label={name}>
            <h3 className={styles.exampleName}>{`${name}: ${formatCount(count)} masked`}</h3>
            <pre className={styles.examples}>{examples.join('\n')}</pre>
          </section>
        ))}
      </Dialog>
    </section>
  )
}

/** Saved when the field is left; a package that exists keeps what it says. */
function Notes({ shown, isDisabled }: { readonly shown: CaseState; readonly isDisabled: boolean }) {
  const [ticket, setTicket] = useState(shown.ticket ?? '')
  const [notes, setNotes] = useState(shown.notes ?? '')
  const save = () => describeCase(shown.id, given(ticket), given(notes))
  return (
    <section aria-label="Ticket and notes" className={styles.fields}>
      <h2 className={styles.sideTitle}>Ticket and notes</h2>
      <Input label="Ticket" placeholder="Ticket number" value={ticket} onChange={setTicket} onBlur={save} />
      <textarea
        aria-label="Notes"
        className={styles.notes}
        rows={3}
        disabled={isDisabled && shown.phase !== 'collecting'}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        onBlur={save}
      />
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
    <section aria-label="Include in export" className={styles.fields}>
      <h2 className={styles.sideTitle}>Include in export</h2>
      {large.map(({ name, redaction, sizeBytes }) => (
        <Checkbox
          key={name}
          isChecked={!excluded.includes(name)}
          isDisabled={isDisabled}
          onChange={(isOn) => onInclude(name, isOn)}
        >
          <span className={styles.include}>
            <span className="ellipsis" title={name}>
              {name}
            </span>
            {redaction === 'not-possible' && <span className={tones.bad}>not masked</span>}
            <span className="muted tabular">{quantityText(formatBytes(sizeBytes))}</span>
          </span>
        </Checkbox>
      ))}
    </section>
  )
}
