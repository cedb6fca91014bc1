import {
  AlertTriangle,
  Archive,
  Bookmark,
  Boxes,
  Check,
  Flame,
  Globe,
  Hourglass,
  Infinity as InfinityIcon,
  Lock,
  MemoryStick,
  Recycle,
  Rocket,
  ScrollText,
  Share2,
  SlidersHorizontal,
  Trash2,
  Upload,
} from 'lucide-react'
import { presets } from '../../../shared/recording/presets.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectRecordView, type RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/class-names.ts'
import { Icon, type LucideIcon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { choosePreset, importPreset, removePreset, sharePreset } from './record-commands.ts'
import styles from './record-sheet.module.css'
import { recordLabels } from './record-labels.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  time: Flame,
  start: Rocket,
  allocations: Boxes,
  gc: Recycle,
  locks: Lock,
  exceptions: AlertTriangle,
  requests: Globe,
  starvation: Hourglass,
  logs: ScrollText,
  everything: InfinityIcon,
  custom: SlidersHorizontal,
}

interface PresetListProps {
  readonly documentId: string
  readonly target: RecordTarget
}

/** Questions; one is chosen. */
export function PresetList({ documentId, target }: PresetListProps) {
  const presetId = useApp((state) => selectRecordView(documentId)(state).presetId)
  const own = useApp((state) => state.ownPresets)
  const choose = (id: string) => () => choosePreset(documentId, target, id)
  return (
    <section className={styles.questions} aria-labelledby={`${documentId}-question`}>
      <h2 className={styles.columnTitle} id={`${documentId}-question`}>
        <span className={styles.step}>1</span>
        {recordLabels.presetList.question}
      </h2>
      <ul className={styles.presets} aria-label={recordLabels.presetList.questions}>
        {presets.map((preset) => (
          <li key={preset.id}>
            <button
              type="button"
              className={cx(styles.preset, preset.id === presetId && styles.chosen)}
              aria-pressed={preset.id === presetId}
              onClick={choose(preset.id)}
            >
              <Icon icon={icons[preset.id] ?? Archive} />
              <span className={styles.presetWords}>
                <span className={styles.presetTitle}>{preset.title}</span>
                <span className={styles.presetText}>{preset.text}</span>
              </span>
              {preset.isHeavy && <Chip tone="warn">{recordLabels.presetList.heavy}</Chip>}
              {preset.id === presetId && <Icon icon={Check} />}
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={styles.preset}
            onClick={() => appStore.getState().openForProcess('heap-capture', target)}
          >
            <Icon icon={MemoryStick} />
            <span className={styles.presetWords}>
              <span className={styles.presetTitle}>{recordLabels.presetList.heap}</span>
              <span className={styles.presetText}>{recordLabels.presetList.heapHint}</span>
            </span>
            <Chip tone="warn">{recordLabels.presetList.pauses}</Chip>
          </button>
        </li>
      </ul>
      {own.length > 0 && (
        <ul className={styles.presets} aria-label={recordLabels.presetList.ownPresets}>
          {own.map((preset) => (
            <li key={preset.id} className={styles.ownPreset}>
              <button
                type="button"
                className={cx(styles.preset, preset.id === presetId && styles.chosen)}
                aria-pressed={preset.id === presetId}
                onClick={choose(preset.id)}
              >
                <Icon icon={Bookmark} />
                <span className={styles.presetWords}>
                  <span className={styles.presetTitle}>{preset.title}</span>
                  <span className={styles.presetText}>{preset.text}</span>
                </span>
              </button>
              <IconButton
                icon={Share2}
                size="small"
                label={recordLabels.presetList.share(preset.title)}
                onClick={() => sharePreset(preset)}
              />
              <IconButton
                icon={Trash2}
                size="small"
                label={recordLabels.presetList.remove(preset.title)}
                onClick={() => removePreset(preset)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.columnFoot}>
        <Button kind="quiet" size="small" icon={Upload} onClick={() => importPreset(documentId, target)}>
          {recordLabels.presetList.importPreset}
        </Button>
      </div>
    </section>
  )
}
