import { useEffect, useState } from 'react'
import { formatDateTime } from '../../../shared/base/format.ts'
import type { KeptConsent } from '../../../shared/model/consent.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SettingRow, SettingsSection } from './setting-row.tsx'
import styles from './settings-screen.module.css'

const kindNames: Readonly<Record<KeptConsent['kind'], string>> = {
  program: 'Start program',
  'perf-map': 'Write perf map',
  machine: 'Connect over SSH',
}

/** What main no longer asks about, with the way to be asked again. */
export function ConsentSettings() {
  const [consents, setConsents] = useState<readonly KeptConsent[]>([])
  const addNotice = useApp((state) => state.addNotice)
  const timeDisplay = useApp((state) => state.settings.timeDisplay)
  useEffect(() => {
    background(invoke('consents.list', {}).then(setConsents), 'consents.list')
  }, [])
  const revoke = (id: string | null) => {
    background(invoke('consents.revoke', { id }).then(setConsents), 'consents.revoke', (error) =>
      addNotice({ tone: 'bad', title: 'Couldn’t revoke the permission', error }),
    )
  }
  return (
    <SettingsSection title="Permissions">
      <SettingRow
        name="Remembered"
        hint="Pipescope does these without asking again. It always asks before attaching a profiler, setting a variable or replacing a file."
      >
        {consents.length === 0 ? (
          <span>None</span>
        ) : (
          <div className={styles.consents}>
            <ul aria-label="Remembered permissions">
              {consents.map((consent) => (
                <li key={consent.id} className={styles.path}>
                  <span className="grow">{`${kindNames[consent.kind]}: ${consent.label}`}</span>
                  <span className={styles.when}>{formatDateTime(consent.givenMs, timeDisplay)}</span>
                  <Button
                    size="small"
                    aria-label={`Revoke: ${kindNames[consent.kind]} ${consent.label}`}
                    onClick={() => revoke(consent.id)}
                  >
                    Revoke
                  </Button>
                </li>
              ))}
            </ul>
            {consents.length > 1 && <Button onClick={() => revoke(null)}>Revoke all</Button>}
          </div>
        )}
      </SettingRow>
    </SettingsSection>
  )
}
