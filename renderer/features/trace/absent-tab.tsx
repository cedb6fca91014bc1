import { ChevronDown, CircleDot } from 'lucide-react'
import { memo } from 'react'
import { presetById } from '../../../shared/recording/presets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { Tab } from '../../ui/controls/tabs.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { recordQuestion } from './record-question.ts'
import { tabsWithoutRows } from './table-tabs.ts'
import { summaryOf, useTraceContents, useTraceTab, useTraceView } from './view/trace-view.ts'
import { traceLabels } from './trace-labels.ts'

interface AbsentTabProps {
  /** What the recording does not have, as a sentence. */
  readonly text: string
  /** The question to record for it. */
  readonly presetId?: string | undefined
}

/** A tab of which the file has nothing: what to record to fill it. */
export function AbsentTab({ text, presetId }: AbsentTabProps) {
  const summary = useTraceContents(summaryOf)
  const preset = presetId === undefined ? null : presetById(presetId)
  return (
    <EmptyState
      title={summary.imported === null ? traceLabels.absentTab.notInThisRecording : traceLabels.absentTab.notInThisFile}
      text={preset === null ? text : traceLabels.absentTab.toSeeThem(text, preset.title)}
      action={
        preset === null ? undefined : (
          <Button icon={CircleDot} onClick={() => recordQuestion(preset.id, summary)}>
            {traceLabels.absentTab.recordQuestion(preset.title)}
          </Button>
        )
      }
    />
  )
}

interface AllTabsProps {
  readonly tabs: readonly Pick<Tab, 'value' | 'label' | 'isDisabled'>[]
}

/** Every tab by name, also those that are scrolled out of sight, and those of which the file has nothing. */
export const AllTabs = memo(function AllTabs({ tabs }: AllTabsProps) {
  const { imported, goTo } = useTraceView()
  const tab = useTraceTab()
  const absent = useTraceContents(({ summary }) => tabsWithoutRows(summary))
  const shown = tabs.filter(({ value }) => !absent.some((other) => other.value === value))
  return (
    <Menu
      trigger={<IconButton icon={ChevronDown} label={traceLabels.absentTab.allTabs} size="small" />}
      align="end"
      entries={[
        ...shown.map(({ value, label, isDisabled = false }) => ({
          kind: 'item' as const,
          label,
          isDisabled: isDisabled || value === tab,
          run: () => goTo({ tab: value }),
        })),
        ...(absent.length === 0
          ? []
          : [
              {
                kind: 'heading' as const,
                label:
                  imported === null ? traceLabels.absentTab.notInThisRecording : traceLabels.absentTab.notInThisFile,
              },
            ]),
        ...absent.map(({ value, label }) => ({ kind: 'item' as const, label, run: () => goTo({ tab: value }) })),
      ]}
    />
  )
})
