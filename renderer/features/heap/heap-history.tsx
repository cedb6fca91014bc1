import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useCommands } from '../../commands/use-commands.ts'
import { useApp } from '../../store/create-store.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { heapLabels } from './heap-labels.ts'

interface HeapHistoryProps {
  readonly documentId: string
  /** Null: there is no place to go to. */
  readonly onBack: (() => void) | null
  readonly onForward: (() => void) | null
}

/** Back and Forward, also by the keys that go through the places of a trace. */
export function HeapHistory({ documentId, onBack, onForward }: HeapHistoryProps) {
  const isActive = useApp((state) => {
    const active = state.documents.find(({ id }) => id === state.activeDocumentId)
    return active?.kind === 'heap' && active.heapTarget.documentId === documentId
  })
  const group = heapLabels.screen.heapGraph
  useCommands([
    {
      id: 'heap.back',
      title: heapLabels.screen.back,
      group,
      keys: ['Alt+ArrowLeft'],
      when: () => isActive && onBack !== null,
      run: () => onBack?.(),
    },
    {
      id: 'heap.forward',
      title: heapLabels.screen.forward,
      group,
      keys: ['Alt+ArrowRight'],
      when: () => isActive && onForward !== null,
      run: () => onForward?.(),
    },
  ])
  return (
    <>
      <IconButton
        icon={ArrowLeft}
        label={heapLabels.screen.back}
        disabled={onBack === null}
        onClick={() => onBack?.()}
      />
      <IconButton
        icon={ArrowRight}
        label={heapLabels.screen.forward}
        disabled={onForward === null}
        onClick={() => onForward?.()}
      />
    </>
  )
}
