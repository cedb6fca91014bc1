import { CircleDot, Ellipsis } from 'lucide-react'
import { presetById } from '../../../shared/recording/presets.ts'
import { commands } from '../../commands/registry.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
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
          <Button
            icon={CircleDot}
            onClick={() =>
              commands.runWith('record.question', {
                presetId: preset.id,
                processName: processName(summary.target.commandLine),
              })
            }
          >
            {`Record “${preset.title}”…`}
          </Button>
        )
      }
    />
  )
}

/** As the list of processes names it: the program's file or assembly, without folder and extension; null when the trace has no command line. */
function processName(commandLine: string): string | null {
  const words = commandLine.split(' ')
  const program = words.find((word) => /\.dll$/i.test(word)) ?? words[0] ?? ''
  const name =
    program
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.(?:exe|dll)$/i, '') ?? ''
  return name === '' ? null : name
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
