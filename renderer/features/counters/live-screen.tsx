import type { LiveTarget } from '../../store/navigation-slice.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

interface LiveScreenProps {
  readonly documentId: string
  readonly liveTarget: LiveTarget
}

/** Placeholder until the live charts are in place. */
export function LiveScreen({ liveTarget }: LiveScreenProps) {
  return <EmptyState isCentred title={liveTarget.name} text="Live charts of this process." />
}
