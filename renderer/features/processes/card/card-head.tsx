import { Ellipsis, Pin, PinOff } from 'lucide-react'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { ImpactCard } from '../../../ui/layout/impact-card.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { setPinned } from '../actions.ts'
import { rowIcons } from '../list/name-cell.tsx'
import { RowReason } from '../list/row-reason.tsx'
import { canOpenLive, hasValues, rowAction, rowIcon } from '../model/row-look.ts'
import { runtimeLabel } from '../model/row-text.ts'
import { ProblemText } from '../problem-text.tsx'
import { isPossible, remediesOf, type RowAction, rowActionsOf } from '../row-actions.ts'
import { rowMenu } from '../row-menu.ts'
import styles from './card.module.css'
import { processLabels } from '../process-labels.ts'

/** Who it is, what can be done with it now, and what is the matter with it. */
export function CardHead({ row }: { readonly row: ProcessRow }) {
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
          {rowActionsOf(row).map((action) => {
            const { title, text } = processLabels.rowActions[action.id]
            const canRun = isPossible(action, row)
            return (
              <ImpactCard
                key={action.id}
                icon={action.icon}
                title={title}
                impact={action.impact}
                text={canRun ? text : impossibleText(action)}
                isDisabled={!canRun}
                onRun={() => action.run(row)}
              />
            )
          })}
        </div>
      )}
      {row.problem !== null && (
        <section className={styles.problem} aria-label={processLabels.cardHead.problem}>
          <RowReason row={row} className={styles.problemTitle} />
          <ProblemText problem={row.problem} />
          {remediesOf(row).map(({ label, icon, run }) => (
            <Button
              key={label}
              kind={rowAction(row) === 'resume' ? 'primary' : 'standard'}
              icon={icon}
              onClick={() => run(row)}
            >
              {label}
            </Button>
          ))}
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

function impossibleText({ needsHeapWalk }: RowAction): string {
  const { notOnNativeAot, needsNet10OnNativeAot } = processLabels.cardHead
  return needsHeapWalk === true ? needsNet10OnNativeAot : notOnNativeAot
}
