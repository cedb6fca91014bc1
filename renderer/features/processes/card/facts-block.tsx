import { Copy, Eye, EyeOff } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { formatCount, formatDateTime, formatUptime } from '../../../../shared/base/format.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { useMetrics } from '../../../ui/metrics.ts'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { copyText } from '../../../commands/page-actions.ts'
import { copyCommandLine } from '../actions.ts'
import { useSampledNow } from '../use-sampled-now.ts'
import { maskText, splitCommandLine } from '../../../../shared/base/command-secrets.ts'
import { identityWords } from '../model/row-look.ts'
import { userLabel } from '../model/row-text.ts'
import styles from './card.module.css'
import { processLabels } from '../process-labels.ts'

/** What is known about the process; what is not known is left out, never made up. */
export function FactsBlock({ row }: { readonly row: ProcessRow }) {
  const identity = identityWords(row.identity)
  return (
    <dl className={cx(styles.block, styles.facts)}>
      <Fact name={processLabels.factsBlock.entryAssembly}>{row.entryAssembly}</Fact>
      {row.commandLine !== null && <CommandLine row={row} commandLine={row.commandLine} />}
      {row.startTimeMs !== null && <Started row={row} startTimeMs={row.startTimeMs} />}
      {userLabel(row) !== null && (
        <Fact name={processLabels.factsBlock.user}>
          {userLabel(row)} <span className="muted">{userNote(row)}</span>
        </Fact>
      )}
      <Fact name={processLabels.factsBlock.system}>{row.operatingSystem}</Fact>
      {row.container !== null && (
        <Fact name={processLabels.factsBlock.container}>
          {row.container.id} <span className="muted">{row.container.engine}</span>
        </Fact>
      )}
      {row.cookie !== null && <CopyableFact name={processLabels.factsBlock.cookie} value={row.cookie} />}
      {row.endpointPath !== null && <CopyableFact name={processLabels.factsBlock.port} value={row.endpointPath} />}
      {row.endpointPath !== null && row.problem?.kind !== 'impostor' && (
        <Fact name={processLabels.factsBlock.identity}>
          <span title={identity.reason}>{identity.text}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null) return null
  return (
    <>
      <dt>{name}</dt>
      <dd className="selectable">{children}</dd>
    </>
  )
}

function CopyableFact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={styles.copyable}>
        <span className="mono ellipsis selectable" title={value}>
          {value}
        </span>
        <IconButton
          icon={Copy}
          label={processLabels.factsBlock.copyFact(name.toLowerCase())}
          size="small"
          className={styles.inlineButton}
          onClick={() => copyText(value, processLabels.factsBlock.copied(name))}
        />
      </dd>
    </>
  )
}

function Started({ row, startTimeMs }: { readonly row: ProcessRow; readonly startTimeMs: number }) {
  const { timeDisplay } = useMetrics()
  const nowMs = useSampledNow(row.state !== 'exited')
  return (
    <Fact name={processLabels.factsBlock.started}>
      <span className="tabular">{formatDateTime(startTimeMs, timeDisplay)}</span>{' '}
      {row.state !== 'exited' && (
        <span className="muted tabular">{processLabels.factsBlock.ago(formatUptime(nowMs - startTimeMs))}</span>
      )}
    </Fact>
  )
}

function userNote(row: ProcessRow): string {
  const id = row.userId === null ? null : processLabels.factsBlock.uid(row.userId)
  const who = row.machine === undefined ? processLabels.factsBlock.pipescope : processLabels.factsBlock.yourConnection
  return [id, row.isSameUser ? processLabels.factsBlock.sameAs(who) : processLabels.factsBlock.notTheUserOf(who)]
    .filter((part) => part !== null)
    .join(', ')
}

interface CommandLineProps {
  readonly row: ProcessRow
  readonly commandLine: string
}

/** A longer line is folded: a 32 KB argument must not push everything else out of sight. */
const foldedLength = 600

function CommandLine({ row, commandLine }: CommandLineProps) {
  const [isRevealed, setIsRevealed] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const pieces = useMemo(() => splitCommandLine(commandLine), [commandLine])
  const hasSecret = pieces.some((piece) => piece.isSecret)
  const shown = pieces.map((piece) => (piece.isSecret && !isRevealed ? maskText : piece.text)).join('')
  const isLong = shown.length > foldedLength
  return (
    <>
      <dt>{processLabels.factsBlock.commandLine}</dt>
      <dd>
        <span
          className={cx(styles.commandLine, isLong && isWhole && styles.wholeCommandLine, 'mono', 'selectable')}
          data-testid="command-line"
        >
          <Arguments text={isLong && !isWhole ? `${shown.slice(0, foldedLength)}…` : shown} />
        </span>
        <span className={styles.commandTools}>
          <IconButton
            icon={Copy}
            label={processLabels.factsBlock.copyCommandLine}
            hint={
              hasSecret && !isRevealed
                ? processLabels.factsBlock.copyCommandLineSecrets
                : processLabels.factsBlock.copyCommandLine
            }
            size="small"
            className={styles.inlineButton}
            onClick={() => copyCommandLine(row, isRevealed)}
          />
          {hasSecret && (
            <IconButton
              icon={isRevealed ? EyeOff : Eye}
              label={isRevealed ? processLabels.factsBlock.hideSecrets : processLabels.factsBlock.revealSecrets}
              size="small"
              className={styles.inlineButton}
              onClick={() => setIsRevealed(!isRevealed)}
            />
          )}
          {isLong && (
            <button type="button" className={styles.textButton} onClick={() => setIsWhole(!isWhole)}>
              {isWhole
                ? processLabels.factsBlock.showLess
                : processLabels.factsBlock.showAll(formatCount(commandLine.length))}
            </button>
          )}
          {row.commandLineSource === 'operating-system' && (
            <span className={styles.source}>{processLabels.factsBlock.fromSystem}</span>
          )}
        </span>
      </dd>
    </>
  )
}

/** One box per argument; the spaces between them stay text, so that a selection copies the line as it is. */
function Arguments({ text }: { readonly text: string }) {
  return text.split(/(\s+)/).map((part, index) =>
    /^\s*$/.test(part) ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- an argument has no identity but its place
      <span key={index} className={styles.argument}>
        <Breakable text={part} />
      </span>
    ),
  )
}
