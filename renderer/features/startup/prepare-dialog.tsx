import { Check } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import type { TargetRef } from '../../../shared/contract/target-ref.ts'
import { toAppError } from '../../bridge/bridge.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { HookPart, PerfMapPart, ProfilerPart, VariablePart, type Attempt } from './prepare-parts.tsx'
import { tooOld, type neededVersions } from './prepare-words.ts'
import type { RuntimeRow } from './runtime-rows.ts'
import styles from './prepare.module.css'
import shared from './startup-screen.module.css'
import { startupLabels } from './startup-labels.ts'

interface PrepareDialogProps {
  readonly row: RuntimeRow
  readonly onClose: () => void
}

/** What can still be changed before the first line of the program runs. */
export function PrepareDialog({ row, onClose }: PrepareDialogProps) {
  const { runtime, portId } = row
  const name = runtime.name ?? startupLabels.prepareDialog.thisProgram
  const target: TargetRef = { kind: 'port', portId, cookie: runtime.cookie }
  const [done, setDone] = useState<readonly string[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = (title: string, run: Attempt) => {
    if (isBusy) return
    setIsBusy(true)
    setError(null)
    setProblem(null)
    void run()
      .then((refused) => {
        if (refused === null) setDone((before) => [...before, title])
        else setProblem(refused)
      })
      .catch((thrown: unknown) => {
        const failure = toAppError(thrown)
        if (failure.kind !== 'cancelled') setError(failure)
      })
      .finally(() => setIsBusy(false))
  }
  const version = runtime.runtimeVersion
  return (
    <Dialog
      isOpen
      isWide
      tone="warn"
      onClose={onClose}
      title={startupLabels.prepareDialog.title(name)}
      description={startupLabels.prepareDialog.explanation}
      footer={<Button onClick={onClose}>{startupLabels.prepareDialog.close}</Button>}
    >
      <Section what="variable" title={startupLabels.prepareDialog.environmentVariable} version={version}>
        <VariablePart target={target} isBusy={isBusy} attempt={attempt} />
      </Section>
      <Section what="perfMap" title={startupLabels.prepareDialog.perfMap} version={version}>
        <PerfMapPart target={target} isBusy={isBusy} attempt={attempt} />
      </Section>
      <Section what="hook" title={startupLabels.prepareDialog.startupHook} version={version}>
        <HookPart target={target} isBusy={isBusy} attempt={attempt} />
      </Section>
      <Section what="profiler" title={startupLabels.prepareDialog.startupProfiler} version={version}>
        <ProfilerPart target={target} isBusy={isBusy} attempt={attempt} />
      </Section>
      {problem !== null && (
        <p role="alert" className={styles.refusal}>
          {problem}
        </p>
      )}
      {error !== null && <ErrorState error={error} />}
      {done.length > 0 && (
        <ul className={styles.done} aria-label={startupLabels.prepareDialog.preparedForThisRuntime}>
          {done.map((title) => (
            <li key={title}>
              <Icon icon={Check} size={14} />
              {title}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface SectionProps {
  readonly what: keyof typeof neededVersions
  readonly title: string
  readonly version: string | null
  readonly children: ReactNode
}

/** A runtime that is too old has the reason where the controls would be. */
function Section({ what, title, version, children }: SectionProps) {
  const old = tooOld(what, version)
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      {old === null ? children : <p className={shared.hint}>{old}</p>}
    </section>
  )
}
