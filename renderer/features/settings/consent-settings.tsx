import { useEffect, useState } from 'react'
import { formatDateTime } from '../../../shared/base/format.ts'
import type { KeptConsent } from '../../../shared/model/consent.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SettingRow, SettingsSection } from './setting-row.tsx'
import styles from './settings-screen.module.css'
import { settingsLabels } from './settings-labels.ts'

const kindNames: Readonly<Record<KeptConsent['kind'], string>> = {
  program: settingsLabels.consent.startProgram,
  'perf-map': settingsLabels.consent.writePerfMap,
  machine: settingsLabels.consent.connectOverSsh,
}

/** What main no longer asks about, with the way to be asked again. */
export function ConsentSettings() {
  const [consents, setConsents] = useState<readonly KeptConsent[]>([])
  const timeDisplay = useApp((state) => state.settings.timeDisplay)
  useEffect(() => {
    background(invoke('consents.list', {}).then(setConsents), 'consents.list')
  }, [])
  const revoke = (id: string | null) => {
    background(
      invoke('consents.revoke', { id }).then(setConsents),
      'consents.revoke',
      reportAs(settingsLabels.consent.couldntRevoke),
    )
  }
  return (
    <SettingsSection title={settingsLabels.consent.permissions}>
      <SettingRow name={settingsLabels.consent.remembered} hint={settingsLabels.consent.explanation}>
        {consents.length === 0 ? (
          <span>{settingsLabels.consent.none}</span>
        ) : (
          <div className={styles.consents}>
            <ul aria-label={settingsLabels.consent.rememberedPermissions}>
              {consents.map((consent) => (
                <li key={consent.id} className={styles.path}>
                  <span className="grow">{`${kindNames[consent.kind]}: ${consent.label}`}</span>
                  <span className={styles.when}>{formatDateTime(consent.givenMs, timeDisplay)}</span>
                  <Button
                    size="small"
                    aria-label={settingsLabels.consent.revokeOne(kindNames[consent.kind], consent.label)}
                    onClick={() => revoke(consent.id)}
                  >
                    {settingsLabels.consent.revoke}
                  </Button>
                </li>
              ))}
            </ul>
            {consents.length > 1 && <Button onClick={() => revoke(null)}>{settingsLabels.consent.revokeAll}</Button>}
          </div>
        )}
      </SettingRow>
    </SettingsSection>
  )
}
