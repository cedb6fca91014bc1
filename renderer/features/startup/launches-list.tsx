import { RotateCcw, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import type { LaunchState } from '../../../shared/model/port.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MaskedText } from '../../ui/text/masked-text.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { Output } from './launch-output.tsx'
import { removeLaunch, stopLaunch } from './startup-commands.ts'
import styles from './launches-list.module.css'
import { startupLabels } from './startup-labels.ts'

interface LaunchesListProps {
  readonly launches: readonly LaunchState[]
  readonly onAgain: (launch: LaunchState) => void
}

/** What was launched here, the newest first. */
export function LaunchesList({ launches, onAgain }: LaunchesListProps) {
  return (
    <ul className={styles.launches} aria-label={startupLabels.launchesList.launchedPrograms}>
      {launches.toReversed().map((launch) => (
        <LaunchItem key={launch.id} launch={launch} onAgain={onAgain} />
      ))}
    </ul>
  )
}

interface LaunchItemProps extends Pick<LaunchesListProps, 'onAgain'> {
  readonly launch: LaunchState
}

function LaunchItem({ launch, onAgain }: LaunchItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const hasEnded = launch.phase === 'ended' || launch.phase === 'failed' || launch.phase === 'lost'
  const whole = [launch.command, ...launch.args].join(' ')
  const line = maskCommandLine(whole)
  return (
    <li className={styles.launch} data-testid="launch" data-phase={launch.phase}>
      <div className={styles.launchLine}>
        <Chip tone={toneOf(launch)}>{endText(launch)}</Chip>
        {launch.machine !== null && (
          <span className={styles.launchMachine}>{startupLabels.launchesList.onMachine(launch.machine.name)}</span>
        )}
        <span className={styles.launchCommand}>
          {line === whole ? (
            <MiddleEllipsis text={line} />
          ) : (
            <MaskedText name={startupLabels.launchesList.commandLine} text={whole} />
          )}
        </span>
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {startupLabels.launchesList.output}
        </Button>
        {hasEnded ? (
          <>
            {!launch.isEarlier && (
              <Button
                size="small"
                icon={RotateCcw}
                title={startupLabels.launchesList.launchAgainHint}
                onClick={() => onAgain(launch)}
              >
                {startupLabels.launchesList.launchAgain}
              </Button>
            )}
            <IconButton
              icon={Trash2}
              size="small"
              label={startupLabels.launchesList.remove(line)}
              onClick={() => removeLaunch(launch.id)}
            />
          </>
        ) : (
          <>
            <Button size="small" icon={Square} onClick={() => stopLaunch(launch.id, 'terminate')}>
              {startupLabels.launchesList.stop}
            </Button>
            {launch.stopping === 'outlived' && (
              <Button size="small" kind="risky" onClick={() => stopLaunch(launch.id, 'kill')}>
                {startupLabels.launchesList.kill}
              </Button>
            )}
          </>
        )}
      </div>
      {!hasEnded && launch.stopping === 'outlived' && (
        <p className={styles.launchHint} role="status">
          {startupLabels.launchesList.outlivedHint}
        </p>
      )}
      {launch.phase === 'lost' && launch.machine !== null && (
        <p className={styles.launchHint}>
          {launch.isEarlier && launch.pid === null
            ? startupLabels.launchesList.earlierHint(launch.machine.name)
            : startupLabels.launchesList.lostHint(launch.machine.name)}
        </p>
      )}
      {launch.isEarlier && launch.phase === 'running' && (
        <p className={styles.launchHint}>{startupLabels.launchesList.foundAgain}</p>
      )}
      {launch.unseenEnd !== null && launch.phase === 'ended' && launch.machine !== null && (
        <p className={styles.launchHint}>
          {startupLabels.launchesList.unseenEnd[launch.unseenEnd](launch.machine.name)}
        </p>
      )}
      {launch.isEarlier && launch.phase === 'ended' && (
        <p className={styles.launchHint}>{startupLabels.launchesList.earlierEnded}</p>
      )}
      {isOpen && <Output launchId={launch.id} isRunning={!hasEnded} />}
    </li>
  )
}

function toneOf({ phase, exitCode, stopping }: LaunchState) {
  if (phase === 'failed') return 'bad'
  if (phase === 'lost') return 'warn'
  if (phase !== 'ended') return stopping === 'outlived' ? 'warn' : 'ok'
  return exitCode === 0 ? 'absent' : 'warn'
}

function endText({ phase, exitCode, signal, stopping, isEarlier, pid }: LaunchState): string {
  if (phase === 'failed') return startupLabels.launchesList.notStarted
  if (phase === 'lost' && isEarlier && pid === null) return startupLabels.launchesList.notConnected
  if (phase === 'lost') return startupLabels.launchesList.lost
  if (phase !== 'ended' && stopping !== null)
    return stopping === 'asked' ? startupLabels.launchesList.stopping : startupLabels.launchesList.stillRunning
  if (phase !== 'ended')
    return exitCode === null && signal === null
      ? startupLabels.launchesList.running
      : startupLabels.launchesList.childrenRunning
  if (exitCode === null && signal === null) return startupLabels.launchesList.ended
  return signal === null
    ? startupLabels.launchesList.exitedWithCode(String(exitCode))
    : startupLabels.launchesList.endedBy(signal)
}
