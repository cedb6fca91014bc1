import { ExternalLink, X } from 'lucide-react'
import { useState } from 'react'
import type { LivePhase } from '../../../shared/model/live.ts'
import { appStore } from '../../store/create-store.ts'
import type { ComparedView } from '../../store/live-slice.ts'
import { dashOf } from '../../canvas/chart-theme.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { wordError } from '../../../shared/words/error-wording.ts'
import { showProcess, stopComparing } from './compare-commands.ts'
import styles from './compared-bar.module.css'
import { ownLetter } from './series/feed-group.ts'
import { useLive, useLiveView, useTick } from './live-context.ts'
import { liveLabels } from './live-labels.ts'

const phaseWords: Readonly<Partial<Record<LivePhase, string>>> = {
  starting: liveLabels.comparedBar.openingSessions,
  waiting: liveLabels.comparedBar.waitingForValues,
  paused: 'paused',
  exited: 'exited',
}

/** Who is on this axis: letter, kind of line, name and state of each process. Only while processes are compared. */
export function ComparedBar() {
  const { documentId, target } = useLive()
  const compared = useLiveView((view) => view.compared)
  const phase = useLiveView((view) => view.status?.phase ?? 'starting')
  const shownSlot = useLiveView((view) => view.shownSlot)
  if (compared.length === 0 || target.kind !== 'process') return null
  const segments = [
    { value: 0, label: ownLetter, hint: target.name },
    ...compared.map(({ slot, letter, name, pid, liveId }) => ({
      value: slot,
      label: letter,
      hint: `${name} ${pid}`,
      isDisabled: liveId === null,
    })),
  ]
  return (
    <ul className={styles.bar} aria-label={liveLabels.comparedBar.comparedProcesses} data-testid="compared-bar">
      <Process letter={ownLetter} slot={0} name={target.name} pid={target.pid} state={phaseWords[phase] ?? null} />
      {compared.map((one) => (
        <Process
          key={one.slot}
          letter={one.letter}
          slot={one.slot}
          name={one.name}
          pid={one.pid}
          state={stateOf(one)}
          isBad={one.error !== null}
          isCompared
          onOpen={() => {
            const { openLive } = appStore.getState()
            openLive({ kind: 'process', processKey: one.processKey, pid: one.pid, name: one.name, isDemo: false })
          }}
          onRemove={() => stopComparing(documentId, one.slot)}
        />
      ))}
      <li className={styles.note}>
        <span>{liveLabels.comparedBar.focusedProcess}</span>
        <SegmentedControl
          label={liveLabels.comparedBar.focusedProcessLabel}
          size="small"
          value={shownSlot}
          segments={segments}
          onChange={(slot) => showProcess(documentId, slot)}
        />
      </li>
    </ul>
  )
}

function stateOf({ error, phase }: ComparedView): string | null {
  if (error === null) return phaseWords[phase] ?? null
  const words = wordError(error)
  return [words.what, words.next].filter((part) => part !== '').join('. ')
}

interface ProcessProps {
  readonly letter: string
  readonly slot: number
  readonly name: string
  readonly pid: number
  /** Only when it is not simply live. */
  readonly state: string | null
  readonly isBad?: boolean
  /** Its data begins when it is compared, which may be after a frozen or zoomed view ends. */
  readonly isCompared?: boolean
  readonly onOpen?: () => void
  readonly onRemove?: () => void
}

function Process({ letter, slot, name, pid, state, isBad, isCompared, onOpen, onRemove }: ProcessProps) {
  return (
    <li className={styles.process} data-letter={letter} data-pid={pid}>
      <span className={styles.letter}>{letter}</span>
      <svg className={styles.line} aria-hidden viewBox="0 0 24 8">
        <path d="M0 4H24" stroke="currentColor" strokeWidth={1.5} strokeDasharray={dashOf(slot).join(' ')} />
      </svg>
      <MiddleEllipsis text={name} className={styles.name} />
      <span className="muted tabular">{pid}</span>
      {state !== null && (
        <span className={isBad === true ? styles.bad : styles.state} title={state}>
          {state}
        </span>
      )}
      {isCompared === true && isBad !== true && <DataAfterView slot={slot} />}
      {onOpen !== undefined && (
        <IconButton
          icon={ExternalLink}
          size="small"
          label={liveLabels.comparedBar.openInOwnTab(name, pid)}
          onClick={onOpen}
        />
      )}
      {onRemove !== undefined && (
        <IconButton icon={X} size="small" label={liveLabels.comparedBar.stopComparing(name, pid)} onClick={onRemove} />
      )}
    </li>
  )
}

/** Only while the view stands still before the first value of the process. */
function DataAfterView({ slot }: { readonly slot: number }) {
  const { documentId, runtime } = useLive()
  const [isAfter, setIsAfter] = useState(false)
  useTick(() => {
    const { group, view } = runtime
    const feed = group.companions.find(({ target }) => target.slot === slot)?.feed
    setIsAfter(feed !== undefined && !view.isFollowing && (feed.firstSampleMs ?? Infinity) >= view.range.toMs)
  })
  if (!isAfter) return null
  return (
    <span className={styles.state}>
      {liveLabels.comparedBar.noDataYet}{' '}
      <Button
        kind="link"
        size="small"
        onClick={() => {
          const { freezeLive, zoomLive } = appStore.getState()
          zoomLive(documentId, null)
          freezeLive(documentId, false)
        }}
      >
        {liveLabels.comparedBar.showLatest}
      </Button>
    </span>
  )
}
