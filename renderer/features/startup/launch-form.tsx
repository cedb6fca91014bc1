import { FolderOpen, Play, Plus, Rocket } from 'lucide-react'
import { useId, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import { portRules } from '../../../shared/model/port.ts'
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
import { addVariable, launchProblem, launchRequest, readVariable, startsWithSdk } from './launch-request.ts'
import { NameRules } from './name-rules.tsx'
import { KeepSelect, PresetSelect, RuleSelect } from './rule-select.tsx'
import { chooseFolder } from '../../commands/page-actions.ts'
import { startLaunch } from './startup-commands.ts'
import styles from './startup-screen.module.css'

/** A program that comes to a port of ours before it runs anything. */
export function LaunchForm() {
  const platform = useApp((state) => state.facts?.platform ?? 'linux')
  const form = useApp((state) => state.launchDraft)
  const change = useApp((state) => state.changeLaunchDraft)
  const recent = useApp((state) => state.settings.recentLaunches)
  const nameTemplate = useApp((state) => state.settings.recordings.nameTemplate)
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
      aria-label="Launch"
      onSubmit={(event) => {
        event.preventDefault()
        launch()
      }}
    >
      <h2 className={styles.formTitle}>
        <Icon icon={Rocket} />
        Launch
        <span className={styles.grow} />
        <RecentMenu
          label="Recent"
          entries={recent.map((launch) => ({
            label: launch.commandLine,
            run: () => {
              change(draftOf(launch))
              setMissing(missingVariables(launch))
            },
          }))}
        />
      </h2>
      <div className={styles.field}>
        <span>Command</span>
        <Input
          label="Command"
          isMono
          placeholder="dotnet MyApp.dll --verbose"
          value={form.commandLine}
          problem={problemOf('command')}
          onChange={(commandLine) => change({ commandLine })}
        />
      </div>
      <div className={styles.field}>
        <span>Folder</span>
        <div className={styles.inline}>
          <Input
            label="Folder"
            isMono
            className={styles.grow}
            value={form.folder}
            problem={problemOf('folder')}
            onChange={(folder) => change({ folder })}
          />
          <IconButton
            icon={FolderOpen}
            label="Choose the folder"
            onClick={() => chooseFolder((folder) => change({ folder }))}
          />
        </div>
      </div>
      <Variables variables={form.variables} onChange={(variables) => change({ variables })} />
      {missing.some((name) => !form.variables.some((variable) => variable.name === name)) && (
        <p className={styles.hint}>
          {`Enter ${missing.join(', ')} again. Values that may be secrets aren’t saved between launches.`}
        </p>
      )}
      <div className={styles.field}>
        <span>When the process starts</span>
        <RuleSelect
          label="When the process starts"
          rules={['record', 'hold', 'resume']}
          value={form.firstRule}
          onChange={(firstRule) => change({ firstRule })}
        />
      </div>
      <div className={styles.field}>
        <span>When it starts child processes</span>
        <RuleSelect
          label="When it starts child processes"
          rules={portRules}
          value={form.rule}
          onChange={(rule) => change({ rule })}
        />
      </div>
      <NameRules rules={form.nameRules} onChange={(nameRules) => change({ nameRules })} />
      {startsWithSdk(form.commandLine, platform) && (
        <p className={styles.hint}>
          This command runs on .NET itself: the first process is the SDK, and your program is one of its children.
        </p>
      )}
      {isRecording && (
        <div className={styles.field}>
          <span>Recording</span>
          <PresetSelect value={form.presetId} onChange={(presetId) => change({ presetId })} />
          <KeepSelect value={form.keepsLastMs} onChange={(keepsLastMs) => change({ keepsLastMs })} />
        </div>
      )}
      <div className={styles.formFoot}>
        <Button kind="primary" icon={Play} type="submit" disabled={isStarting}>
          Launch
        </Button>
      </div>
      {error !== null && <ErrorState error={error} title="Couldn’t start the program" />}
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
      setProblem('Enter it as NAME=value.')
      return
    }
    onChange(addVariable(variables, read))
    setText('')
    setProblem(null)
  }
  return (
    <div className={styles.field}>
      <span id={hintId}>Variables</span>
      {variables.length > 0 && (
        <div className={styles.chips}>
          {variables.map(({ name }) => (
            <Chip
              key={name}
              removeLabel={`Remove ${name}`}
              onRemove={() => onChange(variables.filter((variable) => variable.name !== name))}
            >
              {name}
            </Chip>
          ))}
        </div>
      )}
      <div className={styles.inline}>
        <Input
          label="Variable"
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
          Add
        </Button>
      </div>
    </div>
  )
}
