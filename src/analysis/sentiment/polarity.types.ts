/** What a passage says for and against: sums of weights, 0 where it says nothing. */
export interface Polarity {
  praise: number;
  criticism: number;
}
