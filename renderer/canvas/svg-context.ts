import { escapeMarkup } from '../../shared/base/markup.ts'
import type { PaintContext } from './paint-context.ts'

interface State {
  fillStyle: string
  strokeStyle: string
  lineWidth: number
  lineJoin: CanvasLineJoin
  lineCap: CanvasLineCap
  globalAlpha: number
  font: string
  textAlign: CanvasTextAlign
  textBaseline: CanvasTextBaseline
  dash: readonly number[]
  offsetX: number
  offsetY: number
  clipId: string | null
}

const firstState: State = {
  fillStyle: '#000',
  strokeStyle: '#000',
  lineWidth: 1,
  lineJoin: 'miter',
  lineCap: 'butt',
  globalAlpha: 1,
  font: '11px sans-serif',
  textAlign: 'left',
  textBaseline: 'alphabetic',
  dash: [],
  offsetX: 0,
  offsetY: 0,
  clipId: null,
}

/**
 * Paints into an SVG document. Covers exactly PaintContext; paths are kept in document coordinates, so that translate works as
 * on a canvas. Text widths come from `measure`, because an SVG text cannot measure itself here.
 */
export class SvgContext implements PaintContext {
  readonly #widthPx: number
  readonly #heightPx: number
  readonly #measure: (text: string, font: string) => number
  readonly #body: string[] = []
  readonly #clips: string[] = []
  readonly #stack: State[] = []
  #state: State = { ...firstState }
  #path: string[] = []

  constructor(widthPx: number, heightPx: number, measure: (text: string, font: string) => number) {
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#measure = measure
  }

  get fillStyle(): string {
    return this.#state.fillStyle
  }
  set fillStyle(value: string | CanvasGradient | CanvasPattern) {
    if (typeof value === 'string') this.#state.fillStyle = value
  }
  get strokeStyle(): string {
    return this.#state.strokeStyle
  }
  set strokeStyle(value: string | CanvasGradient | CanvasPattern) {
    if (typeof value === 'string') this.#state.strokeStyle = value
  }
  get lineWidth(): number {
    return this.#state.lineWidth
  }
  set lineWidth(value: number) {
    this.#state.lineWidth = value
  }
  get lineJoin(): CanvasLineJoin {
    return this.#state.lineJoin
  }
  set lineJoin(value: CanvasLineJoin) {
    this.#state.lineJoin = value
  }
  get lineCap(): CanvasLineCap {
    return this.#state.lineCap
  }
  set lineCap(value: CanvasLineCap) {
    this.#state.lineCap = value
  }
  get globalAlpha(): number {
    return this.#state.globalAlpha
  }
  set globalAlpha(value: number) {
    this.#state.globalAlpha = value
  }
  get font(): string {
    return this.#state.font
  }
  set font(value: string) {
    this.#state.font = value
  }
  get textAlign(): CanvasTextAlign {
    return this.#state.textAlign
  }
  set textAlign(value: CanvasTextAlign) {
    this.#state.textAlign = value
  }
  get textBaseline(): CanvasTextBaseline {
    return this.#state.textBaseline
  }
  set textBaseline(value: CanvasTextBaseline) {
    this.#state.textBaseline = value
  }

  save(): void {
    this.#stack.push({ ...this.#state })
  }
  restore(): void {
    this.#state = this.#stack.pop() ?? this.#state
  }
  translate(x: number, y: number): void {
    this.#state.offsetX += x
    this.#state.offsetY += y
  }
  beginPath(): void {
    this.#path = []
  }
  closePath(): void {
    this.#path.push('Z')
  }
  moveTo(x: number, y: number): void {
    this.#path.push(`M${this.#x(x)} ${this.#y(y)}`)
  }
  lineTo(x: number, y: number): void {
    this.#path.push(`${this.#path.length === 0 ? 'M' : 'L'}${this.#x(x)} ${this.#y(y)}`)
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#path.push(`M${this.#x(x)} ${this.#y(y)}h${number(width)}v${number(height)}h${number(-width)}Z`)
  }
  arc(x: number, y: number, radius: number, startAngle: number, endAngle: number): void {
    // Painters only draw whole dots; a full circle needs two arcs in SVG.
    if (endAngle - startAngle < 2 * Math.PI - 1e-6) return
    const r = number(radius)
    this.#path.push(
      `M${this.#x(x - radius)} ${this.#y(y)}a${r} ${r} 0 1 0 ${number(2 * radius)} 0a${r} ${r} 0 1 0 ${number(-2 * radius)} 0Z`,
    )
  }
  fill(): void {
    this.#element(`<path d="${this.#path.join('')}" fill="${escapeMarkup(this.#state.fillStyle)}"`)
  }
  stroke(): void {
    const { strokeStyle, lineWidth, lineJoin, lineCap, dash } = this.#state
    const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.map(number).join(' ')}"` : ''
    this.#element(
      `<path d="${this.#path.join('')}" fill="none" stroke="${escapeMarkup(strokeStyle)}" stroke-width="${number(lineWidth)}" stroke-linejoin="${lineJoin}" stroke-linecap="${lineCap}"${dashes}`,
    )
  }
  clip(): void {
    const id = `clip${this.#clips.length}`
    const outer = this.#state.clipId === null ? '' : ` clip-path="url(#${this.#state.clipId})"`
    this.#clips.push(`<clipPath id="${id}"><path d="${this.#path.join('')}"${outer}/></clipPath>`)
    this.#state.clipId = id
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.#element(
      `<rect x="${this.#x(x)}" y="${this.#y(y)}" width="${number(width)}" height="${number(height)}" fill="${escapeMarkup(this.#state.fillStyle)}"`,
    )
  }
  fillText(text: string, x: number, y: number): void {
    const { textAlign, textBaseline, fillStyle, font } = this.#state
    const anchor = textAlign === 'right' || textAlign === 'end' ? 'end' : textAlign === 'center' ? 'middle' : 'start'
    const baseline = textBaseline === 'middle' ? 'central' : textBaseline === 'top' ? 'hanging' : 'alphabetic'
    this.#element(
      `<text x="${this.#x(x)}" y="${this.#y(y)}" text-anchor="${anchor}" dominant-baseline="${baseline}" fill="${escapeMarkup(fillStyle)}" style="font:${escapeMarkup(font)}"`,
      `>${escapeMarkup(text)}</text>`,
    )
  }
  measureText(text: string): { readonly width: number } {
    return { width: this.#measure(text, this.#state.font) }
  }
  setLineDash(segments: number[]): void {
    this.#state.dash = [...segments]
  }

  /** The whole document, with a title for screen readers. */
  toSvg(title: string): string {
    const size = `width="${number(this.#widthPx)}" height="${number(this.#heightPx)}" viewBox="0 0 ${number(this.#widthPx)} ${number(this.#heightPx)}"`
    const defs = this.#clips.length > 0 ? `<defs>${this.#clips.join('')}</defs>` : ''
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${escapeMarkup(title)}</title>${defs}${this.#body.join('\n')}</svg>\n`
  }

  #element(open: string, close = '/>'): void {
    const { globalAlpha, clipId } = this.#state
    const alpha = globalAlpha < 1 ? ` opacity="${number(globalAlpha)}"` : ''
    const clip = clipId === null ? '' : ` clip-path="url(#${clipId})"`
    this.#body.push(`${open}${alpha}${clip}${close}`)
  }
  #x(x: number): string {
    return number(x + this.#state.offsetX)
  }
  #y(y: number): string {
    return number(y + this.#state.offsetY)
  }
}

/** A tenth of a hundredth of a pixel is invisible, and shorter numbers make the file half as long. */
function number(value: number): string {
  return String(Math.round(value * 100) / 100)
}
