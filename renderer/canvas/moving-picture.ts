import type { Disposable } from '../../shared/base/disposable.ts'
import { BandedCanvas, type BandedPace, type BandedPicture } from './banded-canvas.ts'
import { frameLoop, type FramePainter } from './frame-loop.ts'

export const motionMs = 180

interface MovingPictureOptions<View> {
  /** Where the picture is. */
  readonly css: string
  readonly view: View
  /** `progress`: 0 at `one`, 1 at `other`. */
  readonly between: (one: View, other: View, progress: number) => View
  readonly isEmpty: () => boolean
  /** As it is then; asked only of what is not empty. */
  readonly pictureAt: (nowMs: number) => BandedPicture
}

/** A large picture of a view that may be on its way to another one; it is painted when somebody wants it anew, and in each frame of a motion. */
export class MovingPicture<View> implements FramePainter, Disposable {
  readonly isLarge = true
  readonly #options: MovingPictureOptions<View>
  readonly #canvas: BandedCanvas
  #target: View
  #motion: { readonly from: View; startMs: number | null } | null = null
  #inLoop: Disposable | null = null

  constructor(options: MovingPictureOptions<View>) {
    this.#options = options
    this.#canvas = new BandedCanvas(options.css)
    this.#target = options.view
  }

  get element(): HTMLElement {
    return this.#canvas.element
  }

  /** The view that it is going to show. */
  get target(): View {
    return this.#target
  }

  shownAt(nowMs: number): View {
    const motion = this.#motion
    if (motion === null) return this.#target
    const passedMs = motion.startMs === null ? 0 : nowMs - motion.startMs
    return this.#options.between(motion.from, this.#target, Math.min(1, Math.max(0, passedMs / motionMs)))
  }

  /** The motion begins with the next frame. */
  moveTo(view: View): void {
    this.#motion = { from: this.shownAt(performance.now()), startMs: null }
    this.#target = view
    this.invalidate()
  }

  jumpTo(view: View, pace: BandedPace = 'at-once'): void {
    this.#motion = null
    this.#target = view
    this.invalidate(pace)
  }

  invalidate(pace: BandedPace = 'at-once'): void {
    this.#canvas.want(pace)
    this.#inLoop ??= frameLoop.add(this)
  }

  paint(nowMs: number): void {
    if (this.#motion !== null) this.#motion.startMs ??= nowMs
    const isPainted = this.#options.isEmpty() || this.#canvas.paintWanted(() => this.#options.pictureAt(nowMs))
    if (this.#motion !== null && nowMs - this.#motion.startMs! < motionMs) return this.#canvas.want('at-once')
    this.#motion = null
    if (isPainted) this.#rest()
  }

  dispose(): void {
    this.#rest()
    this.#canvas.dispose()
  }

  #rest(): void {
    this.#inLoop?.dispose()
    this.#inLoop = null
  }
}
