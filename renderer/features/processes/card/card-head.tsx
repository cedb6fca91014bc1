import {
  Activity,
  Boxes,
  BriefcaseBusiness,
  CircleDot,
  Ellipsis,
  HardDriveDownload,
  History,
  KeyRound,
  ListTree,
  Pin,
  PinOff,
  Play,
  RefreshCw,
} from 'lucide-react'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { ImpactCard } from '../../../ui/layout/impact-card.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import {
  askAgain,
  keepLast,
  openCase,
  openDump,
  openHeapCapture,
  openLive,
  openRecord,
  openStacks,
  openWithSudo,
  resume,
  setPinned,
} from '../actions.ts'
import { rowIcons } from '../list/name-cell.tsx'
import { RowReason } from '../list/row-reason.tsx'
import { canOpenLive, canOpenWithSudo, hasValues, rowAction, rowIcon } from '../model/row-look.ts'
import { runtimeLabel } from '../model/row-text.ts'
import { ProblemText } from '../problem-text.tsx'
import { rowMenu } from '../row-menu.ts'
import styles from './card.module.css'
import { processLabels } from '../process-labels.ts'

/** Who it is, what can be done with it now, and what is the matter with it. */
export function CardHead({ row }: { readonly row: ProcessRow }) {
  const action = rowAction(row)
  const isAot = row.runtimeFlavour === 'nativeaot'
  return (
    <>
      <header className={styles.head}>
        <span className={cx(styles.sign, !hasValues(row) && styles.dimSign)}>
          <Icon icon={rowIcons[rowIcon(row)]} size={20} />
        </span>
        <div className="grow">
          <h2 className={cx(styles.name, 'ellipsis')} title={row.name}>
            {row.name}
          </h2>
          <p className={cx(styles.subtitle, 'ellipsis')}>{subtitle(row)}</p>
        </div>
        {row.state !== 'exited' && (
          <IconButton
            icon={row.isPinned ? PinOff : Pin}
            label={row.isPinned ? processLabels.cardHead.unpin : processLabels.cardHead.pin}
            shortcut="P"
            size="small"
            isPressed={row.isPinned}
            onClick={() => setPinned(row, !row.isPinned)}
          />
        )}
        <Menu
          trigger={<IconButton icon={Ellipsis} label={processLabels.cardHead.moreActions} size="small" />}
          entries={rowMenu(row, null)}
          align="end"
        />
      </header>
      {canOpenLive(row) && (
        <div className={styles.actions}>
          <ImpactCard
            icon={Activity}
            title={processLabels.cardHead.live}
            impact="harmless"
            text={processLabels.cardHead.harmless}
            onRun={() => openLive(row)}
          />
          <ImpactCard
            icon={CircleDot}
            title={processLabels.cardHead.record}
            impact="harmless"
            text={processLabels.cardHead.samplesAndEvents}
            onRun={() => openRecord(row)}
          />
          <ImpactCard
            icon={History}
            title={processLabels.cardHead.flightRecorder}
            impact="harmless"
            text={processLabels.cardHead.keepsTheLastSeconds}
            onRun={() => keepLast([row])}
          />
          <ImpactCard
            icon={ListTree}
            title={processLabels.cardHead.stackSnapshot}
            impact="harmless"
            text={isAot ? processLabels.cardHead.notOnNativeAot : processLabels.cardHead.aboutASecond}
            isDisabled={isAot}
            onRun={() => openStacks(row)}
          />
          <ImpactCard
            icon={HardDriveDownload}
            title={processLabels.cardHead.dump}
            impact="pauses"
            text={isAot ? processLabels.cardHead.notOnNativeAot : processLabels.cardHead.pausesTheProcess}
            isDisabled={isAot}
            onRun={() => openDump(row)}
          />
          <ImpactCard
            icon={Boxes}
            title={processLabels.cardHead.heapGraph}
            impact="pauses"
            text={isAot ? processLabels.cardHead.notOnNativeAot : processLabels.cardHead.objectsAndReferences}
            isDisabled={isAot}
            onRun={() => openHeapCapture(row)}
          />
          <ImpactCard
            icon={BriefcaseBusiness}
            title={processLabels.cardHead.case}
            impact="harmless"
            text={processLabels.cardHead.everythingInOnePackage}
            onRun={() => openCase(row)}
          />
        </div>
      )}
      {row.problem !== null && (
        <section className={styles.problem} aria-label={processLabels.cardHead.problem}>
          <RowReason row={row} className={styles.problemTitle} />
          <ProblemText problem={row.problem} />
          {action === 'resume' && (
            <Button kind="primary" icon={Play} onClick={() => resume(row)}>
              {processLabels.cardHead.resume}
            </Button>
          )}
          {canOpenWithSudo(row) && (
            <Button icon={KeyRound} onClick={() => openWithSudo(row)}>
              {processLabels.howPopover.openWithSudo}
            </Button>
          )}
          {action === 'retry' && (
            <Button icon={RefreshCw} onClick={() => askAgain(row)}>
              {processLabels.cardHead.tryAgain}
            </Button>
          )}
        </section>
      )}
    </>
  )
}

function subtitle(row: ProcessRow): string {
  const runtime = runtimeLabel(row)
  return [
    row.machine === undefined ? null : processLabels.cardHead.on(row.machine.name),
    `PID ${row.pid}`,
    row.container?.innerPid === null || row.container === null
      ? null
      : processLabels.cardHead.inItsContainer(row.container.innerPid),
    runtime === null ? null : `.NET ${runtime}`,
    row.architecture,
    row.runtimeIdentifier,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
