import { useEffect, useState } from 'react'
import { formatDateTime } from '../../../shared/base/format.ts'
import type { UpdateFailure, UpdateState } from '../../../shared/model/updates.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { useApp } from '../../store/create-store.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-screen.module.css'

const failures: Readonly<Record<UpdateFailure, string>> = {
  unreachable: 'no connection to the server',
  'timed-out': 'the server did not answer in time',
  refused: 'the server did not send the file',
  'not-understood': 'the server sent an invalid file',
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
    <SettingRow
      name="Updates"
      hint="Once a day, one file with the newest version number is read. Nothing is sent, downloaded or installed."
    >
      <div className={styles.path}>
        <Switch isOn={isOn && !isUnavailable} isDisabled={isUnavailable} onChange={change}>
          Check for updates
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
      return 'This build has no address to check.'
    case 'waiting':
      return 'Checking…'
    case 'current':
      return `This is the newest version (${at(known.checkedMs)}).`
    case 'newer':
      return `Version ${known.version} is available (${at(known.checkedMs)}).`
    case 'failed':
      return `Couldn’t check: ${failures[known.reason]} (${at(known.checkedMs)}).`
  }
}
