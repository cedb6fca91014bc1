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

const themeSegments = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'hc', label: 'High contrast' },
] as const
const densitySegments = [
  { value: 'compact', label: 'Compact' },
  { value: 'normal', label: 'Normal' },
  { value: 'comfortable', label: 'Comfortable' },
] as const
const sizeSegments = [85, 100, 115, 130, 150, 200].map((value) => ({ value, label: `${String(value)} %` }))
const motionSegments = [
  { value: 'system', label: 'System' },
  { value: 'on', label: 'Reduced' },
  { value: 'off', label: 'Full' },
] as const
const timeSegments = [
  { value: 'local', label: 'Local time' },
  { value: 'utc', label: 'UTC' },
] as const

/** What the person may choose. Each choice takes effect at once and is kept by main; there is nothing to save. */
export function SettingsScreen() {
  return (
    <div className={styles.screen}>
      <div className={styles.page}>
        <h1 className={styles.title}>Settings</h1>
        <Appearance />
        <ListsAndTime />
        <RecordingSettings />
        <ConsentSettings />
        <Files />
        <SettingsSection title="Keyboard shortcuts">
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
    <SettingsSection title="Appearance">
      <SettingRow name="Theme" hint="System follows the theme and contrast of your computer.">
        <SegmentedControl
          label="Theme"
          segments={themeSegments}
          value={settings.theme}
          onChange={(theme) => {
            changeSettings({ theme })
          }}
        />
      </SettingRow>
      <SettingRow name="Row height">
        <SegmentedControl
          label="Row height"
          segments={densitySegments}
          value={settings.density}
          onChange={(density) => {
            changeSettings({ density })
          }}
        />
      </SettingRow>
      <SettingRow name="Text size">
        <SegmentedControl
          label="Text size"
          segments={sizeSegments}
          value={settings.fontSizePercent}
          onChange={(size) => {
            const known = sizes.find((candidate) => candidate === size)
            if (known !== undefined) changeSettings({ fontSizePercent: known })
          }}
        />
      </SettingRow>
      <SettingRow name="Motion" hint="Reduced turns off fading, sliding and automatic scrolling.">
        <SegmentedControl
          label="Motion"
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
    <SettingsSection title="Lists and times">
      <SettingRow name="Times" hint="You can also change this in the status bar.">
        <SegmentedControl
          label="Times"
          segments={timeSegments}
          value={timeDisplay}
          onChange={(display) => {
            changeSettings({ timeDisplay: display })
          }}
        />
      </SettingRow>
      <SettingRow name="Tool processes" hint="Build servers, MSBuild nodes, language servers and similar processes.">
        <Switch
          isOn={showToolProcesses}
          onChange={(isOn) => {
            changeSettings({ showToolProcesses: isOn })
          }}
        >
          Show in the process list
        </Switch>
      </SettingRow>
    </SettingsSection>
  )
}

function Files() {
  const folder = useApp((state) => state.facts?.userFolder ?? null)
  if (folder === null) return null
  return (
    <SettingsSection title="Files">
      <SettingRow name="Data folder" hint="Settings, the log, and samples of live views.">
        <div className={styles.path}>
          <span className="mono selectable grow">
            <MiddleEllipsis text={folder} />
          </span>
          <Button icon={FolderOpen} onClick={() => revealFolder(folder)}>
            Show folder
          </Button>
        </div>
      </SettingRow>
    </SettingsSection>
  )
}

function About() {
  const facts = useApp((state) => state.facts)
  return (
    <SettingsSection title="About">
      <SettingRow name="Pipescope" hint="Pipescope sends no data anywhere.">
        <div className={styles.path}>
          <span className="selectable grow">{facts === null ? '' : `Version ${facts.version}`}</span>
          <Button
            icon={Stethoscope}
            onClick={() => {
              commands.run('app.diagnostics')
            }}
          >
            Pipescope diagnostics
          </Button>
        </div>
      </SettingRow>
      <UpdateSettings />
    </SettingsSection>
  )
}
