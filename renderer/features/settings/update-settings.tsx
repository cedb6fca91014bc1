import { useEffect, useState } from 'react'
import { formatDateTime } from '../../../shared/base/format.ts'
import type { UpdateFailure, UpdateState } from '../../../shared/model/updates.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { useApp } from '../../store/create-store.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-screen.module.css'
import { settingsLabels } from './settings-labels.ts'

const failures: Readonly<Record<UpdateFailure, string>> = {
  unreachable: settingsLabels.update.noConnection,
  'timed-out': settingsLabels.update.timedOut,
  refused: settingsLabels.update.notSent,
  'not-understood': settingsLabels.update.invalidFile,
}

/** Off by default. Main makes the request; nothing is downloaded or installed. */
export function UpdateSettings() {
  const isOn = useApp((state) => state.settings.isUpdateCheckOn)
  const timeDisplay = useApp((state) => state.settings.timeDisplay)
  const changeSettings = useApp((state) => state.changeSettings)
  const [known, setKnown] = useState<UpdateState | null>(null)
  useEffect(() => {
    background(invoke('updates.state', {}).then(setKnown), 'updates.state')
  }, [])
  const change = (next: boolean) => {
    changeSettings({ isUpdateCheckOn: next })
    // Requests are answered in order: main has the new setting by then.
    setKnown({ kind: next ? 'waiting' : 'off' })
    background(invoke('updates.check', {}).then(setKnown), 'updates.check')
  }
  const isUnavailable = known?.kind === 'unavailable'
  return (
    <SettingRow name={settingsLabels.update.updates} hint={settingsLabels.update.explanation}>
      <div className={styles.path}>
        <Switch isOn={isOn && !isUnavailable} isDisabled={isUnavailable} onChange={change}>
          {settingsLabels.update.checkForUpdates}
        </Switch>
        <span role="status" className="selectable">
          {known === null ? '' : words(known, (atMs) => formatDateTime(atMs, timeDisplay))}
        </span>
      </div>
    </SettingRow>
  )
}

function words(known: UpdateState, at: (timeMs: number) => string): string {
  switch (known.kind) {
    case 'off':
      return ''
    case 'unavailable':
      return settingsLabels.update.noAddress
    case 'waiting':
      return settingsLabels.update.checking
    case 'current':
      return settingsLabels.update.newest(at(known.checkedMs))
    case 'newer':
      return settingsLabels.update.available(known.version, at(known.checkedMs))
    case 'failed':
      return settingsLabels.update.couldntCheck(failures[known.reason], at(known.checkedMs))
  }
}
