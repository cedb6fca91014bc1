import { useApp } from '../../store/create-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Placeholder until the process list is in place. */
export function ProcessesScreen() {
  const count = useApp((state) => state.processRows.length)
  return (
    <EmptyState
      isCentred
      title={count === 0 ? 'No .NET process with an open diagnostic port' : `${String(count)} processes`}
      text="A process appears here by itself, within a second of its start."
    />
  )
}
