import { CircleDot, Ellipsis } from 'lucide-react'
import { presetById } from '../../../shared/recording/presets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { recordQuestion } from './record-question.ts'
import { tabsWithoutRows } from './table-tabs.ts'
import { useTraceView } from './view/trace-view.ts'

interface AbsentTabProps {
  /** What the recording does not have, as a sentence. */
  readonly text: string
  /** The question to record for it. */
  readonly presetId: string | undefined
}

/** A tab of which the file has nothing: what to record to fill it. */
export function AbsentTab({ text, presetId }: AbsentTabProps) {
  const { summary } = useTraceView()
  const preset = presetId === undefined ? null : presetById(presetId)
  return (
    <EmptyState
      title="Not in this recording"
      text={preset === null ? text : `${text} To see them, record “${preset.title}”.`}
      action={
        preset === null ? undefined : (
          <Button icon={CircleDot} onClick={() => recordQuestion(preset.id, summary)}>
            {`Record “${preset.title}”…`}
          </Button>
        )
      }
    />
  )
}

/** The way to the tabs of which the file has nothing. */
export function AbsentTabs() {
  const { summary, goTo } = useTraceView()
  const absent = tabsWithoutRows(summary)
  if (absent.length === 0) return null
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label="More tabs: not in this recording" size="small" />}
      entries={[
        { kind: 'heading', label: 'Not in this recording' },
        ...absent.map(({ value, label }) => ({ kind: 'item', label, run: () => goTo({ tab: value }) }) as const),
      ]}
    />
  )
}
