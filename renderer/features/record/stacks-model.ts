import type { SnapshotStacks, StackGroup } from '../../../shared/model/stack-snapshot.ts'

export type GroupChange = 'new' | 'same' | 'more' | 'fewer'

/** As tools print stacks: leaf first, a frame a line. */
export function stackText({ frames, state, threadIds }: StackGroup): string {
  const head = `${state} · threads ${threadIds.join(', ')}`
  return [head, ...frames.map(({ module, method }) => `  ${module === '' ? '' : `${module}!`}${method}`)].join('\n')
}

/** What a search looks at: names as they are shown and as the runtime has them. */
export function searchedText(group: StackGroup): string {
  return [stackText(group), ...group.frames.map(({ name }) => name)].join('\n')
}

export function snapshotText(process: string, stacks: SnapshotStacks): string {
  const head = `${process}, ${new Date(stacks.takenMs).toISOString()}, ${String(stacks.threadCount)} threads`
  return [head, ...stacks.groups.map(stackText)].join('\n\n')
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
