import { useLayoutEffect, useRef } from 'react'
import type { FlameCanvas } from '../../../canvas/flame/flame-canvas.ts'
import {
  colourGroup,
  flameColours,
  type FlameColouring,
  type FlameColours,
  type FlamePalette,
} from '../../../canvas/flame/flame-colours.ts'
import type { FlameDirection } from '../../../canvas/flame/flame-layout.ts'
import type { FlameLook } from '../../../canvas/flame/flame-painter.ts'
import { useFlameTheme } from '../../../ui/use-flame-theme.ts'
import { isStillGrowing, useTraceContents } from '../view/trace-view.ts'
import { shareWords } from '../trace-words.ts'
import { rootWords } from './flame-words.ts'
import type { FlameAnswer } from './use-flame.ts'

interface LookOptions {
  readonly canvas: FlameCanvas | null
  readonly answer: FlameAnswer | null
  readonly colouring: FlameColouring
  readonly direction: FlameDirection
}

/** Puts the newest answer on the canvas, in the colours that are chosen. */
export function useFlameLook({ canvas, answer, colouring, direction }: LookOptions) {
  const lastShown = useRef<{ readonly canvas: FlameCanvas; readonly selection: string } | null>(null)
  const { theme, palette } = useFlameTheme()
  const isGrowing = useTraceContents(isStillGrowing)
  // In the frame in which the page has the answer; an effect of the other kind comes a frame later.
  useLayoutEffect(() => {
    if (canvas === null || answer === null) return
    const { flame, question } = answer
    const look = lookOf(answer, palette, colouring)
    const scene = { boxes: flame, total: flame.sampleCount, rowCount: flame.maxDepth + 1, look, theme, direction }
    canvas.show({ ...scene, isGrowing })
    // Another selection is another picture: what is seen of it, the worker says.
    const selection = JSON.stringify(question.selection)
    const last = lastShown.current
    if (last?.canvas !== canvas || last.selection !== selection) canvas.setStretch(flame.from, flame.to)
    lastShown.current = { canvas, selection }
  }, [canvas, answer, palette, theme, colouring, direction, isGrowing])
  return { palette, shown: canvas === null ? null : answer }
}

function lookOf({ flame, question }: FlameAnswer, palette: FlamePalette, colouring: FlameColouring): FlameLook {
  const { functions, sampleCount } = flame
  const labels = functions.map(({ name }, index) => (index === 0 ? rootWords(question.selection) : name))
  // Rows alternate between two tones.
  const colours: (FlameColours | undefined)[] = []
  return {
    label: (index) => labels[index]!,
    isOwn: (index) => functions[index]!.origin === 'own',
    colours: (index, depth) =>
      (colours[index * 2 + (depth % 2)] ??= flameColours(
        palette,
        functions[index]!.origin,
        colourGroup(colouring, functions[index]!),
        depth,
      )),
    share: (weight) => shareWords(weight, sampleCount),
  }
}
