import { snapshotText, stackText } from '../../../shared/words/stack-text.ts'
import { Copy, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatTimeMs } from '../../../shared/base/format.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { SnapshotStacks, StackGroup } from '../../../shared/model/stack-snapshot.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { useApp } from '../../store/create-store.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Toolbar } from '../../ui/layout/pane.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import { copyText } from '../../commands/page-actions.ts'
import { changeOf, searchedText, type GroupChange } from './stacks-model.ts'
import styles from './stacks-screen.module.css'
import { recordLabels } from './record-labels.ts'

interface Taken {
  readonly now: SnapshotStacks | null
  readonly before: SnapshotStacks | null
}

const changeWords: Readonly<Record<GroupChange, string>> = {
  new: recordLabels.stacksScreen.newSinceLastSnapshot,
  same: recordLabels.stacksScreen.unchanged,
  more: recordLabels.stacksScreen.moreThreadsThanBefore,
  fewer: recordLabels.stacksScreen.fewerThreadsThanBefore,
}

/** Stacks of all managed threads at one moment; equal ones together, compared with the snapshot before. */
export function StacksScreen({ target }: { readonly target: RecordTarget }) {
  const [taken, setTaken] = useState<Taken>({ now: null, before: null })
  const [isTaking, setIsTaking] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const [search, setSearch] = useState('')
  const display = useApp((state) => state.settings.timeDisplay)
  const take = () => {
    setIsTaking(true)
    setError(null)
    background(
      invoke('recordings.stacks', { processKey: target.processKey }).then((stacks) => {
        setTaken(({ now }) => ({ now: stacks, before: now }))
        setIsTaking(false)
      }),
      'recordings.stacks',
      (failure) => {
        setError(failure)
        setIsTaking(false)
      },
    )
  }
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the document is opened: that is what it was opened for
  useEffect(take, [])
  const { now, before } = taken
  const words = search.toLowerCase()
  const groups = (now?.groups ?? []).filter((group) => searchedText(group).toLowerCase().includes(words))
  return (
    <div className={styles.screen}>
      <Toolbar label={recordLabels.stacksScreen.stackSnapshot}>
        <Button icon={RefreshCw} disabled={isTaking} onClick={take}>
          {now === null ? recordLabels.stacksScreen.takeASnapshot : recordLabels.stacksScreen.takeAnother}
        </Button>
        {now !== null && (
          <Button
            icon={Copy}
            onClick={() => copyText(snapshotText(target.name, now), recordLabels.stacksScreen.stacksCopied)}
          >
            {recordLabels.stacksScreen.copyAll}
          </Button>
        )}
        <SearchField
          label={recordLabels.stacksScreen.searchStacks}
          value={search}
          onChange={setSearch}
          className={styles.search}
        />
        {isTaking && (
          <span className={styles.busy}>
            <Busy />
            {recordLabels.stacksScreen.collecting}
          </span>
        )}
        {now !== null && <span className={styles.summary}>{takenText(now, formatTimeMs(now.takenMs, display))}</span>}
      </Toolbar>
      {error !== null && (
        <ErrorState
          error={error}
          title={recordLabels.stacksScreen.couldntTake}
          action={<Button onClick={take}>{recordLabels.stacksScreen.tryAgain}</Button>}
        />
      )}
      {now !== null && now.groups.length === 0 && (
        <EmptyState title={recordLabels.stacksScreen.noThreads} text={recordLabels.stacksScreen.noThreadsText} />
      )}
      <ul className={styles.groups} aria-label={recordLabels.stacksScreen.stacks}>
        {groups.map((group) => (
          <Group key={stackText(group)} group={group} change={before === null ? null : changeOf(group, before)} />
        ))}
      </ul>
    </div>
  )
}

function takenText({ threadCount, groups, unnamedFrameCount }: SnapshotStacks, time: string): string {
  const words = recordLabels.stacksScreen
  return [
    time,
    words.threadsInStacks(threadCount, groups.length),
    ...(unnamedFrameCount === 0 ? [] : [words.framesWithoutName(unnamedFrameCount)]),
  ].join(' · ')
}

function Group({ group, change }: { readonly group: StackGroup; readonly change: GroupChange | null }) {
  const count = group.threadIds.length
  return (
    <li className={styles.group} data-state={group.state}>
      <div className={styles.groupHead}>
        <span className={styles.groupTitle}>{recordLabels.stacksScreen.threads(count)}</span>
        <Chip tone={group.state === 'running' ? 'warn' : undefined}>
          {group.state === 'running'
            ? recordLabels.stacksScreen.inManagedCode
            : recordLabels.stacksScreen.waitingOrNative}
        </Chip>
        {change !== null && change !== 'same' && <Chip tone="accent">{changeWords[change]}</Chip>}
        <span className={styles.ids}>
          {group.threadIds.slice(0, 12).join(', ')}
          {count > 12 ? ' …' : ''}
        </span>
        <IconButton
          icon={Copy}
          size="small"
          label={recordLabels.stacksScreen.copyThisStack}
          onClick={() => copyText(stackText(group), recordLabels.stacksScreen.stackCopied)}
        />
      </div>
      <ol className={styles.frames}>
        {group.frames.map((frame, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a stack is its order; frames repeat
          <li key={index} className={styles.frame}>
            <span className={styles.frameName} title={frame.method}>
              {frame.name}
            </span>
            <span className={styles.frameModule}>{frame.module}</span>
          </li>
        ))}
        {group.frames.length === 0 && <li className={styles.frame}>{recordLabels.stacksScreen.noManagedFrames}</li>}
      </ol>
    </li>
  )
}
