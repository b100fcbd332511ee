/** Words that head what is said of an option, never an option. */
export const LABELS =
  /^\W{0,4}(?:pros?|cons?|price|cost|best for|ideal for|why|features?|key features|tips?|note|quick|summary|conclusion|overview|highlights?|drawbacks?|downsides?|strengths?|weaknesses|limitations?|bottom line|what|how|when|where|if you|factors|best|most|other|others|additional|also|overall|our|my|specs?|specifications|connectivity|ports|processor|display|battery|color|panel|resolution|size|capacity|design|materials?|performance)\b/i;
