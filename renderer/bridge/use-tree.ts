import { useEffect, useState } from 'react'
import type { TreeEvents } from './tree-rows.ts'

interface AnyTree {
  /** What still arrives is thrown away. */
  close(): void
}

/**
 * The tree of the newest question; the one before stays until there is something of this. What a person does is drawn at once, answers once in a
 * frame: unfolding a row may bring forty of them one after the other. `key`: another one is another question. Null: nothing is there yet.
 */
export function useTree<Tree extends AnyTree>(key: string, make: (events: TreeEvents) => Tree): Tree | null {
  const [shown, setShown] = useState<{ readonly tree: Tree | null; readonly round: number }>({ tree: null, round: 0 })
  useEffect(() => {
    let frame: number | null = null
    const drop = (): void => {
      if (frame !== null) cancelAnimationFrame(frame)
      frame = null
    }
    const draw = (): void => {
      drop()
      setShown(({ round }) => ({ tree, round: round + 1 }))
    }
    const tree = make({ onChange: draw, onAnswer: () => (frame ??= requestAnimationFrame(draw)) })
    return () => {
      drop()
      tree.close()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [key])
  return shown.tree
}
