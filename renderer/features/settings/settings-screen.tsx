import { FolderOpen, Stethoscope } from 'lucide-react'
import { commands } from '../../commands/registry.ts'
import { ShortcutList } from '../../commands/shortcut-list.tsx'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { ConsentSettings } from './consent-settings.tsx'
import { RecordingSettings } from './recording-settings.tsx'
import { SettingRow, SettingsSection } from './setting-row.tsx'
import { UpdateSettings } from './update-settings.tsx'
import styles from './settings-screen.module.css'
import { revealFolder } from '../../commands/page-actions.ts'
import { settingsLabels } from './settings-labels.ts'

const themeSegments = [
  { value: 'system', label: settingsLabels.screen.system },
  { value: 'light', label: settingsLabels.screen.light },
  { value: 'dark', label: settingsLabels.screen.dark },
  { value: 'hc', label: settingsLabels.screen.highContrast },
] as const
const densitySegments = [
  { value: 'compact', label: settingsLabels.screen.compact },
  { value: 'normal', label: settingsLabels.screen.normal },
  { value: 'comfortable', label: settingsLabels.screen.comfortable },
] as const
const sizeSegments = [85, 100, 115, 130, 150, 200].map((value) => ({ value, label: `${String(value)} %` }))
const motionSegments = [
  { value: 'system', label: settingsLabels.screen.system },
  { value: 'on', label: settingsLabels.screen.reduced },
  { value: 'off', label: settingsLabels.screen.full },
] as const
const timeSegments = [
  { value: 'local', label: settingsLabels.screen.localTime },
  { value: 'utc', label: settingsLabels.screen.utc },
] as const

/** What the person may choose. Each choice takes effect at once and is kept by main; there is nothing to save. */
export function SettingsScreen() {
  return (
    <div className={styles.screen}>
      <div className={styles.page}>
        <h1 className={styles.title}>{settingsLabels.screen.settings}</h1>
        <Appearance />
        <ListsAndTime />
        <RecordingSettings />
        <ConsentSettings />
        <Files />
        <SettingsSection title={settingsLabels.screen.keyboardShortcuts}>
          <ShortcutList />
        </SettingsSection>
        <About />
      </div>
    </div>
  )
}

function Appearance() {
  const settings = useApp((state) => state.settings)
  const changeSettings = useApp((state) => state.changeSettings)
  return (
    <SettingsSection title={settingsLabels.screen.appearance}>
      <SettingRow name={settingsLabels.screen.theme} hint={settingsLabels.screen.appearanceHint}>
        <SegmentedControl
          label={settingsLabels.screen.theme}
          segments={themeSegments}
          value={settings.theme}
          onChange={(theme) => {
            changeSettings({ theme })
          }}
        />
      </SettingRow>
      <SettingRow name={settingsLabels.screen.rowHeight}>
        <SegmentedControl
          label={settingsLabels.screen.rowHeight}
          segments={densitySegments}
          value={settings.density}
          onChange={(density) => {
            changeSettings({ density })
          }}
        />
      </SettingRow>
      <SettingRow name={settingsLabels.screen.textSize}>
        <SegmentedControl
          label={settingsLabels.screen.textSize}
          segments={sizeSegments}
          value={settings.fontSizePercent}
          onChange={(size) => {
            const known = sizes.find((candidate) => candidate === size)
            if (known !== undefined) changeSettings({ fontSizePercent: known })
          }}
        />
      </SettingRow>
      <SettingRow name={settingsLabels.screen.motion} hint={settingsLabels.screen.motionHint}>
        <SegmentedControl
          label={settingsLabels.screen.motion}
          segments={motionSegments}
          value={settings.reducedMotion}
          onChange={(reducedMotion) => {
            changeSettings({ reducedMotion })
          }}
        />
      </SettingRow>
    </SettingsSection>
  )
}

const sizes = [85, 100, 115, 130, 150, 200] as const

function ListsAndTime() {
  const timeDisplay = useApp((state) => state.settings.timeDisplay)
  const showToolProcesses = useApp((state) => state.settings.showToolProcesses)
  const changeSettings = useApp((state) => state.changeSettings)
  return (
    <SettingsSection title={settingsLabels.screen.listsAndTimes}>
      <SettingRow name={settingsLabels.screen.times} hint={settingsLabels.screen.timesHint}>
        <SegmentedControl
          label={settingsLabels.screen.times}
          segments={timeSegments}
          value={timeDisplay}
          onChange={(display) => {
            changeSettings({ timeDisplay: display })
          }}
        />
      </SettingRow>
      <SettingRow name={settingsLabels.screen.toolProcesses} hint={settingsLabels.screen.toolProcessesHint}>
        <Switch
          isOn={showToolProcesses}
          onChange={(isOn) => {
            changeSettings({ showToolProcesses: isOn })
          }}
        >
          {settingsLabels.screen.showInProcessList}
        </Switch>
      </SettingRow>
    </SettingsSection>
  )
}

function Files() {
  const folder = useApp((state) => state.facts?.userFolder ?? null)
  if (folder === null) return null
  return (
    <SettingsSection title={settingsLabels.screen.files}>
      <SettingRow name={settingsLabels.screen.dataFolder} hint={settingsLabels.screen.filesHint}>
        <div className={styles.path}>
          <span className="mono selectable grow">
            <MiddleEllipsis text={folder} />
          </span>
          <Button icon={FolderOpen} onClick={() => revealFolder(folder)}>
            {settingsLabels.screen.showFolder}
          </Button>
        </div>
      </SettingRow>
    </SettingsSection>
  )
}

function About() {
  const facts = useApp((state) => state.facts)
  return (
    <SettingsSection title={settingsLabels.screen.about}>
      <SettingRow name={settingsLabels.screen.pipescope} hint={settingsLabels.screen.noData}>
        <div className={styles.path}>
          <span className="selectable grow">{facts === null ? '' : settingsLabels.screen.version(facts.version)}</span>
          <Button
            icon={Stethoscope}
            onClick={() => {
              commands.run('app.diagnostics')
            }}
          >
            {settingsLabels.screen.pipescopeDiagnostics}
          </Button>
        </div>
      </SettingRow>
      <UpdateSettings />
    </SettingsSection>
  )
}
