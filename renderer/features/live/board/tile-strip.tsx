import { useEffect, useMemo, useRef } from 'react'
import { formatNumber, plainQuantity } from '../../../../shared/base/format.ts'
import { showKeys } from '../../../commands/keys.ts'
import { isMac } from '../../../commands/platform.ts'
import { lengthWords } from '../series/gap-words.ts'
import { drawSparkline, prepareCanvas } from '../../../ui/sparkline.tsx'
import { cx } from '../../../ui/class-names.ts'
import { isCopyKey } from '../../../ui/text/copy.ts'
import { ContextMenu } from '../../../ui/overlay/menu.tsx'
import { useElementSize } from '../../../ui/use-element-size.ts'
import { useHasRoomFor } from '../../../ui/use-media-query.ts'
import { writeText } from '../../../ui/text/write-text.ts'
import { copyText } from '../../../commands/page-actions.ts'
import { useLive, useLiveView, useTick } from '../live-context.ts'
import styles from './tile-strip.module.css'
import { readTile, resolveTile, tileDefinitions, tileWindowMs, type TileDefinition } from './tiles.ts'
import { displayUnit, formatValue, type DisplayUnit } from '../series/units.ts'
import { liveLabels } from '../live-labels.ts'

/** Six readings of what mostly matters. Values are written directly, four times a second; React draws the frame once. */
export function TileStrip() {
  const { catalogRevision } = useLive()
  const isRoomy = useHasRoomFor(900)
  return (
    <div
      className={cx(styles.strip, !isRoomy && styles.twoRows)}
      role="group"
      aria-label={liveLabels.tileStrip.keyFigures}
    >
      {tileDefinitions.map((definition) => (
        <Tile key={definition.id} definition={definition} catalogRevision={catalogRevision} />
      ))}
    </div>
  )
}

/** Charts ask for finer ones; the finest of all needs is asked for. */
const leastWidthPx = 60

interface TileProps {
  readonly definition: TileDefinition
  readonly catalogRevision: number
}

function Tile({ definition, catalogRevision }: TileProps) {
  const { runtime, theme } = useLive()
  const phase = useLiveView((view) => view.status?.phase)
  const { feed, view } = runtime
  const tile = useMemo(
    () => resolveTile(definition, feed.catalog),
    // oxlint-disable-next-line react/exhaustive-deps -- the catalog changes inside, its revision says when
    [definition, feed, catalogRevision],
  )
  const value = useRef<HTMLSpanElement | null>(null)
  const unit = useRef<HTMLSpanElement | null>(null)
  const range = useRef<HTMLDivElement | null>(null)
  const spark = useRef<HTMLCanvasElement | null>(null)
  const sparkSize = useElementSize(spark)
  const colour = tileColour(definition, theme)

  const owner = useRef({})
  useEffect(() => {
    const asking = owner.current
    return () => feed.history.forget(asking)
  }, [feed])
  useTick(() => {
    // A file sends nothing by itself, and a view that was opened late has not seen what came before.
    if (tile !== null && tile.seriesIndexes.length > 0) {
      const { fromMs, toMs } = view.range
      const need = { seriesIndexes: tile.seriesIndexes, fromMs, toMs, widthPx: leastWidthPx }
      feed.history.ensure(owner.current, need, feed.firstSampleMs)
    }
    // Zero until its first increment is a reading only once the process has sent anything.
    const hasSamples = feed.firstSampleMs !== null
    const reading =
      tile === null || !hasSamples ? null : readTile(tile, feed.history, view.newestVisibleMs, view.intervalMs)
    const now = tile === null ? null : formatValue(tile.meaning, reading?.value ?? null)
    const shown = tile === null || reading?.value == null ? null : displayUnit(tile.meaning, reading.value)
    writeText(value.current, now?.value ?? '–')
    writeText(unit.current, now?.unit ?? '')
    writeText(range.current?.firstElementChild, rangeText('min', reading?.min ?? null, shown))
    writeText(range.current?.lastElementChild, rangeText('max', reading?.max ?? null, shown))
    const { width, height } = sparkSize.current
    if (spark.current === null || width === 0) return
    const context = prepareCanvas(spark.current, width, height)
    if (context === null || reading === null) return
    const max = (reading.max ?? 0) * 1.1
    drawSparkline(context, reading.history, { width, height, max, color: colour, capacity: reading.history.length })
  })

  const windowText = lengthWords(tileWindowMs(view.intervalMs))
  const hint = tile === null ? waitingHint(phase) : liveLabels.tileStrip.meaning(tile.candidate.meaning, windowText)
  const copy = () =>
    copyText(
      plainQuantity({ value: value.current?.textContent ?? '', unit: unit.current?.textContent ?? '' }),
      liveLabels.tileStrip.copied(definition.title),
    )
  return (
    <ContextMenu
      entries={[{ kind: 'item', label: liveLabels.tileStrip.copyValue, shortcut: showKeys('Mod+C', isMac), run: copy }]}
    >
      {/* Ctrl+C and the menu key need a focused element. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above */}
      <div
        className={styles.tile}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        onKeyDown={(event) => {
          if (!isCopyKey(event)) return
          event.preventDefault()
          copy()
        }}
        role="group"
        aria-label={definition.title}
        title={hint}
        data-testid={`tile-${definition.id}`}
      >
        <span className={styles.title}>
          {definition.title}
          {tile !== null && tile.candidate.note !== '' && <span className={styles.note}> {tile.candidate.note}</span>}
        </span>
        <div className={styles.value}>
          <span ref={value}>–</span>
          <span ref={unit} className={styles.unit} />
        </div>
        <div ref={range} className={styles.range}>
          <span />
          <span />
        </div>
        <canvas ref={spark} className={styles.spark} aria-hidden />
      </div>
    </ContextMenu>
  )
}

/** In the unit of the value above it, so that the three numbers can be compared. */
function rangeText(word: string, published: number | null, unit: DisplayUnit | null): string {
  return published === null || unit === null ? '' : `${word} ${formatNumber(published * unit.factor)}`
}

function waitingHint(phase: string | undefined): string {
  return phase === 'live' ? liveLabels.tileStrip.notPublished : liveLabels.tileStrip.waitingForSample
}

function tileColour(definition: TileDefinition, theme: { series: readonly string[]; bad: string; gc: string }): string {
  switch (definition.colour) {
    case 'gc':
      return theme.gc
    case 'bad':
      return theme.bad
    case 's1':
      return theme.series[0] ?? theme.bad
    case 's3':
      return theme.series[2] ?? theme.bad
    case 's4':
      return theme.series[3] ?? theme.bad
  }
}
