import { Bookmark, CircleCheck, CircleDot, Gauge, Pause, Terminal, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatPercent, formatRate } from '../../../shared/base/format.ts'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { useApp } from '../../store/create-store.ts'
import { selectRecordView, type RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Value } from '../../ui/text/value.tsx'
import { copyCommand, probe, savePreset, start } from './record-commands.ts'
import { impactOf, presetTitle, specOfView, startProblem } from './record-model.ts'
import tones from '../../ui/layout/tones.module.css'
import own from './record-footer.module.css'
import styles from './record-sheet.module.css'

interface FooterProps {
  readonly documentId: string
  readonly target: RecordTarget
}

const impacts = {
  harmless: { icon: CircleCheck, text: 'Low impact', tone: tones.ok },
  heavy: { icon: TriangleAlert, text: 'Slows the process', tone: tones.warn },
  pauses: { icon: Pause, text: 'Forces GCs', tone: tones.warn },
} as const

/** What it costs, and the buttons. */
export function RecordFooter({ documentId, target }: FooterProps) {
  const view = useApp(selectRecordView(documentId))
  const row = useApp((state) => state.processRows.find(({ key }) => key === target.processKey) ?? null)
  const [isNaming, setIsNaming] = useState(false)
  const spec = specOfView(view)
  const problem = startProblem(spec, row, view)
  const impact = impacts[spec === null ? 'harmless' : impactOf(spec)]
  return (
    <footer className={own.footer}>
      <span className={own.impact}>
        <Icon icon={impact.icon} className={impact.tone} />
        {impact.text}
      </span>
      <Estimate documentId={documentId} target={target} />
      <span className="grow" />
      {problem !== null && <span className={styles.problem}>{problem}</span>}
      <Button kind="quiet" icon={Terminal} disabled={spec === null} onClick={() => copyCommand(documentId, target)}>
        Copy as command line
      </Button>
      <Button icon={Bookmark} disabled={spec === null} onClick={() => setIsNaming(true)}>
        Save preset
      </Button>
      <Button
        kind="primary"
        size="large"
        icon={CircleDot}
        shortcut={showKeys('Mod+Enter', isMac)}
        disabled={problem !== null || view.isStarting}
        onClick={() => start(documentId, target)}
      >
        {view.isStarting ? 'Starting' : 'Start'}
      </Button>
      <NameDialog documentId={documentId} isOpen={isNaming} onClose={() => setIsNaming(false)} />
    </footer>
  )
}

function Estimate({ documentId, target }: FooterProps) {
  const found = useApp((state) => selectRecordView(documentId)(state).probe)
  const isProbing = useApp((state) => selectRecordView(documentId)(state).isProbing)
  if (found === null)
    return (
      <Button
        kind="quiet"
        icon={Gauge}
        disabled={isProbing}
        title="Collects the same events for 2 s and discards them"
        onClick={() => probe(documentId, target)}
      >
        {isProbing ? 'Collecting for 2 s' : 'Estimate'}
      </Button>
    )
  const cost =
    found.cpuPercent === null || found.cpuBeforePercent === null ? null : found.cpuPercent - found.cpuBeforePercent
  return (
    <dl className={own.estimate}>
      <div>
        <dt>Size</dt>
        <dd>
          ≈ <Value quantity={formatBytes(found.bytesPerSecond * 60)} />
          /min
        </dd>
      </div>
      <div>
        <dt>Events</dt>
        <dd>
          ≈ <Value quantity={formatRate(found.eventsPerSecond)} />
        </dd>
      </div>
      {cost !== null && (
        <div>
          <dt>Cost to the process</dt>
          <dd>
            ≈ <Value quantity={formatPercent(Math.max(0, cost))} /> CPU
          </dd>
        </div>
      )}
      {found.lostCount > 0 && (
        <div>
          <dt>Lost during estimate</dt>
          <dd className={tones.warn}>{found.lostCount}</dd>
        </div>
      )}
    </dl>
  )
}

interface NameDialogProps {
  readonly documentId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

function NameDialog({ documentId, isOpen, onClose }: NameDialogProps) {
  const [title, setTitle] = useState('')
  const suggestion = useApp(
    (state) => `${presetTitle(selectRecordView(documentId)(state).presetId, state.ownPresets)}, own`,
  )
  const save = () => {
    savePreset(documentId, title.trim() === '' ? suggestion : title.trim())
    setTitle('')
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Save preset"
      description="Saves the selected providers, buffer, symbols and stacks under a name you choose."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Input label="Preset name" placeholder={suggestion} value={title} maxLength={100} onChange={setTitle} />
      </form>
    </Dialog>
  )
}
