import { Copy } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/base/format.ts'
import type { DumpException, DumpFrame, DumpThread, DumpThreads } from '../../../../shared/model/dump-threads.ts'
import { copyText } from '../../../commands/page-actions.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import {
  exceptionText,
  type ExceptionGroup,
  groupedExceptions,
  threadText,
  threadTitle,
  threadWords,
} from './dump-threads-model.ts'
import { heapLabels } from '../heap-labels.ts'
import styles from './dump-threads.module.css'

/** Threads of a dump with their stacks, then the exceptions on its heap, equal ones together. */
export function DumpThreadsView({ answer }: { readonly answer: DumpThreads }) {
  const [search, setSearch] = useState('')
  const region = useRef<HTMLDivElement | null>(null)
  // What is searched is put together once: a starved thread pool has thousands of threads.
  const all = useMemo(
    () => ({
      threads: answer.threads.map((thread) => ({ thread, text: threadText(thread).toLowerCase() })),
      groups: groupedExceptions(answer.exceptions).map((group) => ({
        group,
        text: exceptionText(group.exception).toLowerCase(),
      })),
    }),
    [answer],
  )
  const word = search.toLowerCase()
  const threads = all.threads.filter(({ text }) => text.includes(word)).map(({ thread }) => thread)
  const shown = all.groups.filter(({ text }) => text.includes(word)).map(({ group }) => group)
  return (
    <div className={styles.screen} data-testid="dump-threads">
      <Toolbar label={heapLabels.threads.title}>
        <SearchField label={heapLabels.threads.searchThreadsAndExceptions} value={search} onChange={setSearch} />
        <Button
          icon={Copy}
          onClick={() => copyText(answer.threads.map(threadText).join('\n\n'), heapLabels.threads.stacksCopied)}
        >
          {heapLabels.threads.copyAll}
        </Button>
        <span className={styles.summary}>
          {heapLabels.threads.counts(answer.threads.length, answer.exceptionCount)}
        </span>
      </Toolbar>
      <div
        ref={region}
        className={styles.lists}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and only keys may be at hand
        tabIndex={0}
        role="region"
        aria-label={heapLabels.threads.threadsAndExceptions}
      >
        <LongList
          label={heapLabels.threads.threads}
          items={threads}
          onAll={() => region.current?.focus()}
          render={(thread) => <Thread key={`${String(thread.managedId)} ${String(thread.nativeId)}`} thread={thread} />}
        />
        {shown.length > 0 && <h2 className={styles.heading}>{heapLabels.threads.exceptionsOnTheHeap}</h2>}
        <LongList
          label={heapLabels.threads.exceptionsOnTheHeap}
          items={shown}
          onAll={() => region.current?.focus()}
          render={(group) => <Thrown key={group.exception.address} group={group} />}
        />
        {threads.length === 0 && shown.length === 0 && (
          <EmptyState title={search === '' ? heapLabels.threads.noThreads : heapLabels.threads.noMatches} text="" />
        )}
      </div>
    </div>
  )
}

/** Entries that are there at once; each has dozens of lines. */
const entriesAtOnce = 100

interface LongListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly render: (item: Item) => ReactNode
  /** The button that asked for the last of them is gone. */
  readonly onAll: () => void
}

function LongList<Item>({ label, items, render, onAll }: LongListProps<Item>) {
  const [count, setCount] = useState(entriesAtOnce)
  const leftCount = items.length - count
  return (
    <>
      <ul aria-label={label}>{items.slice(0, count).map(render)}</ul>
      {leftCount > 0 && (
        <div className={styles.entry}>
          <Button
            onClick={() => {
              setCount(count + entriesAtOnce)
              if (leftCount <= entriesAtOnce) onAll()
            }}
          >
            {heapLabels.threads.showMore(Math.min(entriesAtOnce, leftCount), leftCount)}
          </Button>
        </div>
      )}
    </>
  )
}

function Thread({ thread }: { readonly thread: DumpThread }) {
  const { exception, frames, isCut } = thread
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <span className={styles.title}>{threadTitle(thread)}</span>
        {threadWords(thread).map((text) => (
          <Chip key={text}>{text}</Chip>
        ))}
        {exception !== null && <Chip tone="bad">{exception.type}</Chip>}
        <span className="grow" />
        <IconButton
          icon={Copy}
          size="small"
          label={heapLabels.threads.copyThisStack}
          onClick={() => copyText(threadText(thread), heapLabels.threads.stackCopied)}
        />
      </div>
      {exception !== null && <p className={styles.message}>{exception.message}</p>}
      <Frames frames={frames} />
      {isCut && <p className={styles.message}>{heapLabels.threads.innermostFrames(formatCount(frames.length))}</p>}
    </li>
  )
}

function Thrown({ group: { exception, count } }: { readonly group: ExceptionGroup }) {
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <span className={styles.title}>{exception.type}</span>
        <Chip>{heapLabels.threads.objects(count)}</Chip>
      </div>
      <p className={styles.message}>{exception.message}</p>
      {causesOf(exception).map((inner) => (
        <p key={inner.address} className={styles.message}>
          {heapLabels.threads.causedBy(inner.type, inner.message)}
        </p>
      ))}
      {exception.frames.length > 0 && <Frames frames={exception.frames} />}
    </li>
  )
}

function causesOf({ inner }: DumpException): readonly DumpException[] {
  return inner === null ? [] : [inner, ...causesOf(inner)]
}

function Frames({ frames }: { readonly frames: readonly DumpFrame[] }) {
  return (
    <ol className={styles.frames}>
      {frames.map((frame, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a stack is its order; frames repeat
        <li key={index} className={styles.frame} data-managed={frame.isManaged}>
          <span className={styles.name}>{frame.isManaged ? frame.name : `[${frame.name}]`}</span>
          <span className={styles.module}>{frame.module}</span>
        </li>
      ))}
      {frames.length === 0 && <li className={styles.frame}>{heapLabels.threads.noFrames}</li>}
    </ol>
  )
}
