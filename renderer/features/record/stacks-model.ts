import type { SnapshotStacks, StackGroup } from '../../../shared/model/stack-snapshot.ts'
import { stackText } from '../../../shared/words/stack-text.ts'

export type GroupChange = 'new' | 'same' | 'more' | 'fewer'

/** What a search looks at: names as they are shown and as the runtime has them. */
export function searchedText(group: StackGroup): string {
  return [stackText(group), ...group.frames.map(({ name }) => name)].join('\n')
}

/** The same stack in the snapshot before: by frames, whatever the state. */
export function changeOf(group: StackGroup, before: SnapshotStacks): GroupChange {
  const key = frameKey(group)
  const count = before.groups
    .filter((other) => frameKey(other) === key)
    .reduce((sum, other) => sum + other.threadIds.length, 0)
  if (count === 0) return 'new'
  if (count === group.threadIds.length) return 'same'
  return count < group.threadIds.length ? 'more' : 'fewer'
}

function frameKey({ frames }: StackGroup): string {
  return frames.map(({ module, method }) => `${module}!${method}`).join('\n')
}
