import { EmptyState } from '../../ui/empty-state.tsx'

/** Placeholder until the process card is in place. */
export function ProcessInspector() {
  return <EmptyState title="No process selected" text="Pick one in the list to see what it is and what it can do." />
}
