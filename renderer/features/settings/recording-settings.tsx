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

/** Where new recordings go and how they are called; each sheet can still say otherwise. */
export function RecordingSettings() {
  const recordings = useApp((state) => state.settings.recordings)
  const changeSettings = useApp((state) => state.changeSettings)
  const choose = () => chooseFolder((folder) => changeSettings({ recordings: { ...recordings, folder } }))
  return (
    <SettingsSection title="Recordings">
      <SettingRow name="Folder" hint="Each process gets its own subfolder.">
        <div className={styles.path}>
          <span className="mono selectable grow">
            <MiddleEllipsis text={recordings.folder ?? '~/Pipescope'} />
          </span>
          <Button icon={FolderOpen} onClick={choose}>
            Choose folder
          </Button>
          {recordings.folder !== null && (
            <IconButton
              icon={RotateCcw}
              label="Reset to the default folder"
              onClick={() => changeSettings({ recordings: { ...recordings, folder: null } })}
            />
          )}
        </div>
      </SettingRow>
      <NamePattern />
      <SettingRow
        name="Heap graphs"
        hint="For dotnet-gcdump, PerfView and Visual Studio. Pipescope needs the .nettrace only."
      >
        <Switch
          isOn={recordings.savesGcDump}
          onChange={(savesGcDump) => changeSettings({ recordings: { ...recordings, savesGcDump } })}
        >
          Save a .gcdump beside each capture
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
    <SettingRow name="File name" hint="{process}, {pid}, {date}, {time}, {preset} and, for rolling files, {n}.">
      <Input
        label="File name"
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
