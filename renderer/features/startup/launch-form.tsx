import { FolderOpen, Play, Plus, Rocket } from 'lucide-react'
import { useId, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import { portRules } from '../../../shared/model/port.ts'
import { useStateStream } from '../../bridge/use-state-stream.ts'
import { useApp } from '../../store/create-store.ts'
import { draftOf, missingVariables, rememberLaunch } from '../../store/recent.ts'
import type { Variable } from '../../store/startup-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { RecentMenu } from '../../ui/overlay/recent-menu.tsx'
import { commandWithMachine, launchMachines } from './launch-machines.ts'
import { addVariable, launchProblem, launchRequest, platformOf, readVariable, startsWithSdk } from './launch-request.ts'
import { MachineSelect } from './machine-select.tsx'
import { NameRules } from './name-rules.tsx'
import { KeepSelect, PresetSelect, RuleSelect } from './rule-select.tsx'
import { chooseFolder } from '../../commands/page-actions.ts'
import { startLaunch } from './startup-commands.ts'
import styles from './startup-screen.module.css'
import { startupLabels } from './startup-labels.ts'

/** A program that comes to a port of ours before it runs anything. */
export function LaunchForm() {
  const platform = useApp((state) => state.facts?.platform ?? 'linux')
  const form = useApp((state) => state.launchDraft)
  const change = useApp((state) => state.changeLaunchDraft)
  const recent = useApp((state) => state.settings.recentLaunches)
  const nameTemplate = useApp((state) => state.settings.recordings.nameTemplate)
  const machines = launchMachines(useStateStream('machines.state').state, form.machine)
  const [missing, setMissing] = useState<readonly string[]>([])
  const [isTried, setIsTried] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const problem = launchProblem(form, platform)
  const problemOf = (field: 'command' | 'folder') => (isTried && problem?.field === field ? problem.text : null)
  const launch = () => {
    setIsTried(true)
    const request = launchRequest(form, platform, nameTemplate)
    if (request === null || isStarting) return
    setIsStarting(true)
    setError(null)
    const onEnd = (failure: AppError | null) => {
      setIsStarting(false)
      setError(failure)
      if (failure === null) rememberLaunch(form)
    }
    startLaunch(request, onEnd, () => setIsStarting(false))
  }
  const isRecording =
    form.firstRule === 'record' || form.rule === 'record' || form.nameRules.some(({ rule }) => rule === 'record')
  return (
    <form
      className={styles.form}
      aria-label={startupLabels.launchForm.launch}
      onSubmit={(event) => {
        event.preventDefault()
        launch()
      }}
    >
      <h2 className={styles.formTitle}>
        <Icon icon={Rocket} />
        {startupLabels.launchForm.launch}
        <span className={styles.grow} />
        <RecentMenu
          label={startupLabels.launchForm.recent}
          entries={recent.map((launch) => ({
            label: commandWithMachine(launch.commandLine, launch.machine),
            run: () => {
              change(draftOf(launch))
              setMissing(missingVariables(launch))
            },
          }))}
        />
      </h2>
      <MachineSelect machines={machines} value={form.machine} onChange={(machine) => change({ machine })} />
      <div className={styles.field}>
        <span>{startupLabels.launchForm.command}</span>
        <Input
          label={startupLabels.launchForm.command}
          isMono
          placeholder="dotnet MyApp.dll --verbose"
          value={form.commandLine}
          problem={problemOf('command')}
          onChange={(commandLine) => change({ commandLine })}
        />
      </div>
      <div className={styles.field}>
        <span>{startupLabels.launchForm.folder}</span>
        <div className={styles.inline}>
          <Input
            label={startupLabels.launchForm.folder}
            isMono
            className={styles.grow}
            value={form.folder}
            problem={problemOf('folder')}
            onChange={(folder) => change({ folder })}
          />
          {form.machine === null && (
            <IconButton
              icon={FolderOpen}
              label={startupLabels.launchForm.chooseFolder}
              onClick={() => chooseFolder((folder) => change({ folder }))}
            />
          )}
        </div>
      </div>
      <Variables variables={form.variables} onChange={(variables) => change({ variables })} />
      {missing.some((name) => !form.variables.some((variable) => variable.name === name)) && (
        <p className={styles.hint}>{startupLabels.launchForm.enterAgain(missing.join(', '))}</p>
      )}
      <div className={styles.field}>
        <span>{startupLabels.launchForm.whenItStarts}</span>
        <RuleSelect
          label={startupLabels.launchForm.whenItStarts}
          rules={['record', 'hold', 'resume']}
          value={form.firstRule}
          onChange={(firstRule) => change({ firstRule })}
        />
      </div>
      <div className={styles.field}>
        <span>{startupLabels.launchForm.childProcesses}</span>
        <RuleSelect
          label={startupLabels.launchForm.childProcesses}
          rules={portRules}
          value={form.rule}
          onChange={(rule) => change({ rule })}
        />
      </div>
      <NameRules rules={form.nameRules} onChange={(nameRules) => change({ nameRules })} />
      {startsWithSdk(form.commandLine, platformOf(form, platform)) && (
        <p className={styles.hint}>{startupLabels.launchForm.sdkHint}</p>
      )}
      {isRecording && (
        <div className={styles.field}>
          <span>{startupLabels.launchForm.recording}</span>
          <PresetSelect value={form.presetId} onChange={(presetId) => change({ presetId })} />
          <KeepSelect value={form.keepsLastMs} onChange={(keepsLastMs) => change({ keepsLastMs })} />
        </div>
      )}
      <div className={styles.formFoot}>
        <Button kind="primary" icon={Play} type="submit" disabled={isStarting}>
          {startupLabels.launchForm.launch}
        </Button>
      </div>
      {error !== null && <ErrorState error={error} title={startupLabels.launchForm.couldntStart} />}
    </form>
  )
}

interface VariablesProps {
  readonly variables: readonly Variable[]
  readonly onChange: (variables: readonly Variable[]) => void
}

/** Values are not shown again: they may be secrets. */
function Variables({ variables, onChange }: VariablesProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const hintId = useId()
  const add = () => {
    const read = readVariable(text)
    if (read === null) {
      setProblem(startupLabels.launchForm.enterAsNameValue)
      return
    }
    onChange(addVariable(variables, read))
    setText('')
    setProblem(null)
  }
  return (
    <div className={styles.field}>
      <span id={hintId}>{startupLabels.launchForm.variables}</span>
      {variables.length > 0 && (
        <div className={styles.chips}>
          {variables.map(({ name }) => (
            <Chip
              key={name}
              removeLabel={startupLabels.launchForm.remove(name)}
              onRemove={() => onChange(variables.filter((variable) => variable.name !== name))}
            >
              {name}
            </Chip>
          ))}
        </div>
      )}
      <div className={styles.inline}>
        <Input
          label={startupLabels.launchForm.variable}
          isMono
          className={styles.grow}
          placeholder="DOTNET_TieredPGO=0"
          value={text}
          problem={problem}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button icon={Plus} onClick={add}>
          {startupLabels.launchForm.add}
        </Button>
      </div>
    </div>
  )
}
