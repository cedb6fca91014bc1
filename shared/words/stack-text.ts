import { countOf } from '../base/count-of.ts'
import type { SnapshotStacks, StackGroup } from '../model/stack-snapshot.ts'

/** As tools print stacks: leaf first, a frame a line. */
export function stackText({ frames, state, threadIds }: StackGroup): string {
  const head = `${state} · threads ${threadIds.join(', ')}`
  return [head, ...frames.map(({ module, method }) => `  ${module === '' ? '' : `${module}!`}${method}`)].join('\n')
}

export function snapshotText(process: string, stacks: SnapshotStacks): string {
  const head = `${process}, ${new Date(stacks.takenMs).toISOString()}, ${countOf(stacks.threadCount, 'thread', 'threads')}`
  return [head, ...stacks.groups.map(stackText)].join('\n\n')
}
