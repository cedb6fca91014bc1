import type { PaintContext } from '../../canvas/paint-context.ts'

const show = (value: unknown) => (typeof value === 'number' ? String(Math.round(value * 10) / 10) : String(value))

/** A drawing surface that writes down what is asked of it: calls with rounded numbers, and the style at fills and strokes. */
export function recordedContext(): { readonly context: PaintContext; readonly calls: string[] } {
  const calls: string[] = []
  const style: Record<string, unknown> = { fillStyle: '', strokeStyle: '', globalAlpha: 1, lineWidth: 1 }
  const context = new Proxy(style, {
    get(target, name) {
      if (typeof name !== 'string' || name in target) return target[String(name)]
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 })
      return (...given: unknown[]) => {
        const painted =
          name === 'fill' || name === 'fillRect' || name === 'fillText' ? ` in ${show(style['fillStyle'])}` : ''
        const stroked = name === 'stroke' ? ` in ${show(style['strokeStyle'])}` : ''
        calls.push(`${name} ${given.map(show).join(' ')}`.trim() + painted + stroked)
      }
    },
  })
  return { context: context as unknown as PaintContext, calls }
}
