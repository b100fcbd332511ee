export interface LaneOptions {
  /** Statements at once. */
  width: number;
  /** One that takes longer gives its place up and goes on beside the lane. */
  slowMs: number;
  /** Called when a place becomes free. */
  onFree: () => void;
}

/** The places of the statements that may run at once. */
export class Lane {
  #free: number;

  constructor(private readonly options: Readonly<LaneOptions>) {
    this.#free = options.width;
  }

  get hasRoom(): boolean {
    return this.#free > 0;
  }

  /**
   * Takes a place.
   * @param onSlow called where the place is given up before it is left.
   * @returns leaves the place; called once.
   */
  enter(onSlow: () => void = () => {}): () => void {
    this.#free -= 1;
    let holdsPlace = true;
    const giveUp = () => {
      holdsPlace = false;
      this.#free += 1;
      this.options.onFree();
    };
    const slow = setTimeout(() => {
      onSlow();
      giveUp();
    }, this.options.slowMs);
    return () => {
      clearTimeout(slow);
      if (holdsPlace) giveUp();
    };
  }
}
