import { FolderOpen, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { defaultSettings } from '../../../shared/model/settings.ts'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { SettingRow, SettingsSection } from './setting-row.tsx'
import styles from './settings-screen.module.css'
import { chooseFolder } from '../../commands/page-actions.ts'
import { settingsLabels } from './settings-labels.ts'

/** Where new recordings go and how they are called; each sheet can still say otherwise. */
export function RecordingSettings() {
  const recordings = useApp((state) => state.settings.recordings)
  const changeSettings = useApp((state) => state.changeSettings)
  const choose = () => chooseFolder((folder) => changeSettings({ recordings: { ...recordings, folder } }))
  return (
    <SettingsSection title={settingsLabels.recording.recordings}>
      <SettingRow name={settingsLabels.recording.folder} hint={settingsLabels.recording.folderHint}>
        <div className={styles.path}>
          <span className="mono selectable grow">
            <MiddleEllipsis text={recordings.folder ?? '~/Pipescope'} />
          </span>
          <Button icon={FolderOpen} onClick={choose}>
            {settingsLabels.recording.chooseFolder}
          </Button>
          {recordings.folder !== null && (
            <IconButton
              icon={RotateCcw}
              label={settingsLabels.recording.reset}
              onClick={() => changeSettings({ recordings: { ...recordings, folder: null } })}
            />
          )}
        </div>
      </SettingRow>
      <NamePattern />
      <SettingRow name={settingsLabels.recording.heapGraphs} hint={settingsLabels.recording.gcdumpHint}>
        <Switch
          isOn={recordings.savesGcDump}
          onChange={(savesGcDump) => changeSettings({ recordings: { ...recordings, savesGcDump } })}
        >
          {settingsLabels.recording.saveGcdump}
        </Switch>
      </SettingRow>
    </SettingsSection>
  )
}

/** Kept when it is left or Enter is pressed, so that half a pattern is nobody's setting. */
function NamePattern() {
  const recordings = useApp((state) => state.settings.recordings)
  const changeSettings = useApp((state) => state.changeSettings)
  const [text, setText] = useState(recordings.nameTemplate)
  const keep = () => {
    const nameTemplate = text.trim() || defaultSettings.recordings.nameTemplate
    setText(nameTemplate)
    if (nameTemplate !== recordings.nameTemplate) changeSettings({ recordings: { ...recordings, nameTemplate } })
  }
  return (
    <SettingRow name={settingsLabels.recording.fileName} hint={settingsLabels.recording.fileNameHint}>
      <Input
        label={settingsLabels.recording.fileName}
        isMono
        maxLength={200}
        value={text}
        onChange={setText}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep()
        }}
      />
    </SettingRow>
  )
}
