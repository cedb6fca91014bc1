import { useEffect } from 'react'
import { DisposableStore } from '../../shared/base/disposable.ts'
import { useNewest } from '../ui/use-newest.ts'
import { commands, type Command } from './registry.ts'

/**
 * Registers commands while the component is mounted. The list may be new on each render: `run` and `when` always come from
 * the newest one, and nothing is registered again unless ids, titles or keys change.
 */
export function useCommands(list: readonly Command[]): void {
  const newest = useNewest(list)
  const shape = JSON.stringify(list.map((command) => [command.id, command.title, command.group, command.keys ?? []]))
  useEffect(() => {
    const registered = new DisposableStore()
    newest().forEach((command, index) => {
      registered.add(
        commands.register({
          ...command,
          when: () => newest()[index]?.when?.() ?? true,
          run: () => newest()[index]?.run(),
        }),
      )
    })
    return () => {
      registered.dispose()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the shape stands for the list
  }, [shape, newest])
}
