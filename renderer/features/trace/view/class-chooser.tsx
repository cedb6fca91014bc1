import { ListFilter } from 'lucide-react'
import { formatCount } from '../../../../shared/base/format.ts'
import type { TraceSampleCounts } from '../../../../shared/model/trace/trace.ts'
import { type TraceSampleClass, traceSampleClasses } from '../../../../shared/model/trace/trace-selection.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { MenuEntries, type MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import { classWords } from '../trace-words.ts'
import { useTraceContents } from './trace-view.ts'
import { viewLabels } from './view-labels.ts'

interface ClassChooserProps {
  /** Null: all. */
  readonly value: readonly TraceSampleClass[] | null
  readonly onChange: (value: readonly TraceSampleClass[] | null) => void
}

/** Which classes of samples count, in every view. */
export function ClassChooser({ value, onChange }: ClassChooserProps) {
  const text = useTraceContents(({ summary }) => classesText(value, summary.samples))
  return (
    <Menu
      trigger={
        <Button icon={ListFilter} title={viewLabels.classChooser.whichSamplesCount}>
          {text}
        </Button>
      }
      align="end"
      entries={<ClassEntries value={value} onChange={onChange} />}
    />
  )
}

function ClassEntries({ value, onChange }: ClassChooserProps) {
  const samples = useTraceContents(({ summary }) => summary.samples)
  const chosen = value ?? traceSampleClasses
  const toggle = (name: TraceSampleClass, isOn: boolean): void => {
    const next = traceSampleClasses.filter((other) => (other === name ? isOn : chosen.includes(other)))
    onChange(next.length === traceSampleClasses.length ? null : next)
  }
  const entries: readonly MenuEntry[] = [
    { kind: 'heading', label: viewLabels.classChooser.sampledWallClockTime },
    ...traceSampleClasses.map((name): MenuEntry => ({
      kind: 'check',
      label: `${classWords[name]} (${formatCount(samples[name])})`,
      isChecked: chosen.includes(name),
      onChange: (isOn) => toggle(name, isOn),
    })),
    { kind: 'separator' },
    { kind: 'item', label: viewLabels.classChooser.allWallClockTime, run: () => onChange(null) },
  ]
  return <MenuEntries entries={entries} />
}

/** A class without samples is not worth the room, unless it is the only one. */
function classesText(value: readonly TraceSampleClass[] | null, samples: TraceSampleCounts): string {
  if (value === null) return viewLabels.classChooser.allWallClockTime
  if (value.length === 0) return viewLabels.classChooser.noSamples
  const filled = value.filter((name) => samples[name] > 0)
  return (filled.length === 0 ? value : filled).map((name) => classWords[name]).join(' + ')
}
