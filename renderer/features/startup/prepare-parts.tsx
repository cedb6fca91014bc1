import { useState } from 'react'
import type { TargetRef } from '../../../shared/contract/target-ref.ts'
import { vendorText } from '../../../shared/base/profiler-vendors.ts'
import { BridgeError, invoke } from '../../bridge/bridge.ts'
import { useApp } from '../../store/create-store.ts'
import { profilerTitle, rememberProfiler } from '../../store/recent.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { RecentMenu } from '../../ui/overlay/recent-menu.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { readVariable } from './launch-request.ts'
import { isClsid, libraryProblem } from './prepare-words.ts'
import own from './prepare.module.css'
import styles from './startup-screen.module.css'
import { startupLabels } from './startup-labels.ts'

/** Null: done. Text: not sent, and why. An expected failure is thrown. */
export type Attempt = () => Promise<string | null>

interface PartProps {
  readonly target: TargetRef
  readonly isBusy: boolean
  readonly attempt: (title: string, run: Attempt) => void
}

export function VariablePart({ target, isBusy, attempt }: PartProps) {
  const [text, setText] = useState('')
  const set = () => {
    const variable = readVariable(text)
    attempt(startupLabels.prepareParts.variable(variable?.name ?? ''), async () => {
      if (variable === null) return startupLabels.prepareParts.enterAsNameValue
      await invoke('environment.set', { target, ...variable })
      setText('')
      return null
    })
  }
  return (
    <div className={styles.inline}>
      <Input
        label={startupLabels.prepareParts.variableToSet}
        isMono
        className={styles.grow}
        value={text}
        onChange={setText}
        placeholder="NAME=value"
      />
      <Button disabled={isBusy} onClick={set}>
        {startupLabels.prepareParts.set}
      </Button>
    </div>
  )
}

export function PerfMapPart({ target, isBusy, attempt }: PartProps) {
  const [type, setType] = useState<'all' | 'jitDump' | 'perfMap'>('perfMap')
  const start = () =>
    attempt(startupLabels.prepareParts.perfMap, async () => {
      await invoke('perfMap.start', { target, type })
      return null
    })
  return (
    <div className={styles.inline}>
      <Select
        label={startupLabels.prepareParts.perfMapType}
        options={[
          { value: 'perfMap', label: startupLabels.prepareParts.perfMap },
          { value: 'jitDump', label: startupLabels.prepareParts.jitDump },
          { value: 'all', label: startupLabels.prepareParts.both },
        ]}
        value={type}
        onChange={setType}
      />
      <Button disabled={isBusy} onClick={start}>
        {startupLabels.prepareParts.turnOn}
      </Button>
    </div>
  )
}

export function HookPart({ target, isBusy, attempt }: PartProps) {
  const [path, setPath] = useState('')
  const inject = () =>
    attempt(startupLabels.prepareParts.startupHook, async () => {
      const facts = await invoke('startupHook.check', { target, path: path.trim() })
      if (facts.isThere === false) return startupLabels.prepareParts.hookMissing
      if (!facts.isVerified) return startupLabels.prepareParts.notAHook
      await invoke('startupHook.apply', { target, path: path.trim() })
      return null
    })
  const missing = path.trim() === '' ? startupLabels.prepareParts.enterHookPath : null
  return (
    <div className={own.stack}>
      <div className={styles.inline}>
        <Input
          label={startupLabels.prepareParts.hookPath}
          isMono
          className={styles.grow}
          placeholder="/app/MyHook.dll"
          value={path}
          onChange={setPath}
        />
        <Button kind="risky" disabled={isBusy || missing !== null} onClick={inject}>
          {startupLabels.prepareParts.loadHook}
        </Button>
      </div>
      {missing !== null && <p className={styles.hint}>{missing}</p>}
    </div>
  )
}

export function ProfilerPart({ target, isBusy, attempt }: PartProps) {
  const [clsid, setClsid] = useState('')
  const [path, setPath] = useState('')
  const recent = useApp((state) => state.settings.recentProfilers)
  const set = () =>
    attempt(startupLabels.prepareParts.startupProfiler, async () => {
      if (!isClsid(clsid)) return startupLabels.prepareParts.clsidIsGuid
      const facts = await invoke('profiler.check', { target, path: path.trim() })
      const found = libraryProblem(facts)
      if (found !== null) return found
      const { failure } = await invoke('profiler.startup', { target, path: path.trim(), clsid: clsid.trim() })
      if (failure !== null) throw new BridgeError(failure.error)
      rememberProfiler({ clsid, path, form: 'text', text: '' })
      return null
    })
  const missing =
    clsid.trim() === ''
      ? startupLabels.prepareParts.enterClsid
      : path.trim() === ''
        ? startupLabels.prepareParts.enterLibraryPath
        : null
  return (
    <div className={own.stack}>
      <Input
        label={startupLabels.prepareParts.clsid}
        isMono
        placeholder="{00000000-0000-0000-0000-000000000000}"
        value={clsid}
        onChange={setClsid}
      />
      <p className={styles.hint}>{vendorText(clsid)}</p>
      <RecentMenu
        label={startupLabels.prepareParts.recentProfilers}
        entries={recent.map((profiler) => ({
          label: profilerTitle(profiler),
          run: () => {
            setClsid(profiler.clsid)
            setPath(profiler.path)
          },
        }))}
      />
      <div className={styles.inline}>
        <Input
          label={startupLabels.prepareParts.pathOfLibrary}
          isMono
          className={styles.grow}
          placeholder="/opt/profiler/libprofiler.so"
          value={path}
          onChange={setPath}
        />
        <Button kind="risky" disabled={isBusy || missing !== null} onClick={set}>
          {startupLabels.prepareParts.loadProfiler}
        </Button>
      </div>
      {missing !== null && <p className={styles.hint}>{missing}</p>}
    </div>
  )
}
