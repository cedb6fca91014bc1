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
import { recordLabels } from './record-labels.ts'

interface FooterProps {
  readonly documentId: string
  readonly target: RecordTarget
}

const impacts = {
  harmless: { icon: CircleCheck, text: recordLabels.footer.lowImpact, tone: tones.ok },
  heavy: { icon: TriangleAlert, text: recordLabels.footer.slowsTheProcess, tone: tones.warn },
  pauses: { icon: Pause, text: recordLabels.footer.forcesGCs, tone: tones.warn },
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
        {recordLabels.footer.copyAsCommandLine}
      </Button>
      <Button icon={Bookmark} disabled={spec === null} onClick={() => setIsNaming(true)}>
        {recordLabels.footer.savePreset}
      </Button>
      <Button
        kind="primary"
        size="large"
        icon={CircleDot}
        shortcut={showKeys('Mod+Enter', isMac)}
        disabled={problem !== null || view.isStarting}
        onClick={() => start(documentId, target)}
      >
        {view.isStarting ? recordLabels.footer.starting : recordLabels.footer.start}
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
        title={recordLabels.footer.estimateHint}
        onClick={() => probe(documentId, target)}
      >
        {isProbing ? recordLabels.footer.collectingFor2S : recordLabels.footer.estimate}
      </Button>
    )
  const cost =
    found.cpuPercent === null || found.cpuBeforePercent === null ? null : found.cpuPercent - found.cpuBeforePercent
  return (
    <dl className={own.estimate}>
      <div>
        <dt>{recordLabels.footer.sizePerMinute}</dt>
        <dd>
          ≈ <Value quantity={formatBytes(found.bytesPerSecond * 60)} />
        </dd>
      </div>
      <div>
        <dt>{recordLabels.footer.events}</dt>
        <dd>
          ≈ <Value quantity={formatRate(found.eventsPerSecond)} />
        </dd>
      </div>
      {cost !== null && (
        <div>
          <dt>{recordLabels.footer.cpuCost}</dt>
          <dd>
            ≈ <Value quantity={formatPercent(Math.max(0, cost))} />
          </dd>
        </div>
      )}
      {found.lostCount > 0 && (
        <div>
          <dt>{recordLabels.footer.lostDuringEstimate}</dt>
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
  const suggestion = useApp((state) =>
    recordLabels.footer.ownCopy(presetTitle(selectRecordView(documentId)(state).presetId, state.ownPresets)),
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
      title={recordLabels.footer.savePreset}
      description={recordLabels.footer.saveExplanation}
      footer={
        <>
          <Button onClick={onClose}>{recordLabels.footer.cancel}</Button>
          <Button kind="primary" onClick={save}>
            {recordLabels.footer.save}
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
        <Input
          label={recordLabels.footer.presetName}
          placeholder={suggestion}
          value={title}
          maxLength={100}
          onChange={setTitle}
        />
      </form>
    </Dialog>
  )
}
