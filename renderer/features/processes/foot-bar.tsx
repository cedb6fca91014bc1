import {
  Activity,
  CircleDot,
  HardDriveDownload,
  ListTree,
  PanelRight,
  Pin,
  PinOff,
  Play,
  RefreshCw,
} from 'lucide-react'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { commands } from '../../commands/registry.ts'
import { useApp } from '../../store/create-store.ts'
import { selectSelectedRow } from '../../store/processes-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { askAgain, openDump, openLive, openRecord, openStacks, resume, setPinned } from './actions.ts'
import { canOpenLive, rowAction } from './model/row-look.ts'
import { RowReason } from './list/row-reason.tsx'
import styles from './processes-screen.module.css'
import { processLabels } from './process-labels.ts'

/** Narrow windows have no card beside the list: its actions stand here instead. */
export function FootBar() {
  const row = useApp(selectSelectedRow)
  if (row === null) return <div className={styles.footBar}>{processLabels.footBar.selectProcess}</div>
  const action = rowAction(row)
  return (
    <div className={styles.footBar} role="group" aria-label={processLabels.footBar.actionsFor(row.name)}>
      <span className={styles.footName} title={row.name}>
        {row.name}
      </span>
      <span className="muted tabular">{row.pid}</span>
      <span className="grow">{!canOpenLive(row) && <RowReason row={row} className="muted ellipsis" />}</span>
      {action === 'resume' && (
        <Button icon={Play} onClick={() => resume(row)}>
          {processLabels.footBar.resume}
        </Button>
      )}
      {action === 'retry' && (
        <Button icon={RefreshCw} onClick={() => askAgain(row)}>
          {processLabels.footBar.tryAgain}
        </Button>
      )}
      {canOpenLive(row) && <FootActions row={row} />}
      {row.state !== 'exited' && (
        <IconButton
          icon={row.isPinned ? PinOff : Pin}
          label={row.isPinned ? processLabels.footBar.unpin : processLabels.footBar.pin}
          shortcut="P"
          kind="standard"
          onClick={() => setPinned(row, !row.isPinned)}
        />
      )}
      <IconButton
        icon={PanelRight}
        label={processLabels.footBar.toggleDetails}
        kind="standard"
        onClick={() => commands.run('inspector.toggle')}
      />
    </div>
  )
}

/** Those of the card, in its order. What this runtime cannot do is not offered. */
function FootActions({ row }: { readonly row: ProcessRow }) {
  const isAot = row.runtimeFlavour === 'nativeaot'
  return (
    <>
      <Button kind="primary" icon={Activity} onClick={() => openLive(row)}>
        {processLabels.footBar.live}
      </Button>
      <Button icon={CircleDot} onClick={() => openRecord(row)}>
        {processLabels.footBar.record}
      </Button>
      {!isAot && (
        <Button icon={ListTree} aria-label={processLabels.footBar.stackSnapshot} onClick={() => openStacks(row)}>
          {processLabels.footBar.stacks}
        </Button>
      )}
      {!isAot && (
        <Button icon={HardDriveDownload} onClick={() => openDump(row)}>
          {processLabels.footBar.dump}
        </Button>
      )}
    </>
  )
}
