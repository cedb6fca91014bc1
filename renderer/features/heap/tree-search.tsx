import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../shared/base/format.ts'
import type { HeapTreeMatches, HeapTreeView } from '../../../shared/model/heap/heap-document.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { reportAs } from '../../commands/page-actions.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { useNewest } from '../../ui/use-newest.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

interface TreeSearchProps {
  readonly documentId: string
  readonly view: HeapTreeView
  readonly type: number | null
  /** Keys of the rows down to a match. */
  readonly onFound: (path: readonly number[]) => void
}

interface Found {
  readonly search: string
  readonly matches: HeapTreeMatches
  readonly at: number
}

/** Looks for rows in the whole tree, also where nothing is unfolded. Enter goes to the next match, Shift+Enter to the one before. */
export function TreeSearch({ documentId, view, type, onFound }: TreeSearchProps) {
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const newest = useNewest(search)
  const current = found?.search === search ? found : null
  const show = (to: Found): void => {
    setFound(to)
    const path = to.matches.paths[to.at]
    if (path !== undefined) onFound(path)
  }
  const step = (by: 1 | -1): void => {
    if (search.trim() === '') return
    if (current !== null) {
      const { length } = current.matches.paths
      if (length > 0) show({ ...current, at: (current.at + by + length) % length })
      return
    }
    background(
      invoke('heaps.findInTree', { documentId, question: { view, type, search } }).then((matches) => {
        // Whoever has typed something else does not want to be taken there.
        if (newest() === search) show({ search, matches, at: 0 })
      }),
      'heaps.findInTree',
      reportAs(heapLabels.search.couldntSearch),
    )
  }
  return (
    <>
      <SearchField
        label={heapLabels.search.findNames}
        value={search}
        onChange={setSearch}
        className={styles.search}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
        }}
      />
      <IconButton
        icon={ChevronUp}
        label={heapLabels.search.previousMatch}
        size="small"
        disabled={search === ''}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={heapLabels.search.nextMatch}
        size="small"
        disabled={search === ''}
        onClick={() => step(1)}
      />
      <span className={styles.note} role="status">
        {current === null ? '' : matchText(current)}
      </span>
    </>
  )
}

function matchText({ at, matches: { paths, matchCount } }: Found): string {
  if (paths.length === 0) return heapLabels.search.noMatch
  const all = formatCount(matchCount)
  return heapLabels.search.place(
    formatCount(at + 1),
    paths.length < matchCount ? heapLabels.search.firstOf(formatCount(paths.length), all) : all,
  )
}
