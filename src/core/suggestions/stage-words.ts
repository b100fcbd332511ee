import type { Stage } from '../../entities/vocabulary.js';

/**
 * Words by which a question or search term tells how far from buying the one is who asks, in English, German, French,
 * Spanish, Italian, Dutch and Portuguese. The first row that has a word of the text decides: who cancels "the best
 * CRM" uses one. Each is written lower case and without accents, and stands for whole words.
 */
const STAGE_WORDS: readonly [Stage, readonly string[]][] = [
  [
    'use',
    [
      ...['login', 'log in', 'sign in', 'cancel', 'refund', 'customer service', 'support', 'tutorial', 'set up'],
      ...['anmelden', 'einloggen', 'kundigen', 'kundenservice', 'anleitung', 'einrichten', 'hotline'],
      ...['connexion', 'se connecter', 'resilier', 'annuler', 'service client', 'mode d emploi'],
      ...['iniciar sesion', 'cancelar', 'reembolso', 'atencion al cliente', 'instrucciones'],
      ...['accedere', 'accesso', 'disdire', 'annullare', 'rimborso', 'assistenza clienti', 'istruzioni'],
      ...['inloggen', 'opzeggen', 'klantenservice', 'handleiding', 'instellen'],
      ...['entrar na conta', 'iniciar sessao', 'atendimento ao cliente', 'apoio ao cliente', 'instrucoes'],
    ],
  ],
  [
    'decision',
    [
      ...['vs', 'versus', 'alternative', 'alternatives', 'compared to', 'worth it', 'review', 'reviews', 'or better'],
      ...['price of', 'pricing', 'discount', 'coupon', 'buy'],
      ...['alternativen', 'vergleich mit', 'lohnt sich', 'erfahrungen', 'bewertung', 'bewertungen', 'kaufen', 'rabatt'],
      ...['avis', 'ou bien', 'vaut il', 'vaut elle', 'acheter', 'prix de', 'reduction'],
      ...['alternativa', 'alternativas', 'opiniones', 'merece la pena', 'vale la pena', 'comprar', 'descuento'],
      ...['alternative a', 'recensioni', 'opinioni', 'conviene', 'acquistare', 'comprare', 'sconto'],
      ...['alternatief', 'alternatieven', 'ervaringen', 'waard', 'kopen', 'korting'],
      ...['opinioes', 'avaliacoes', 'desconto'],
    ],
  ],
  [
    'consideration',
    [
      ...['best', 'top', 'cheapest', 'recommend', 'recommended', 'compare', 'comparison', 'which'],
      ...[
        'beste',
        'bester',
        'bestes',
        'besten',
        'empfehlung',
        'empfehlen',
        'vergleich',
        'welche',
        'welcher',
        'welches',
      ],
      ...['meilleur', 'meilleure', 'meilleurs', 'meilleures', 'recommander', 'comparatif', 'quel', 'quelle', 'quels'],
      ...['mejor', 'mejores', 'recomendar', 'recomiendas', 'comparativa', 'cual', 'cuales'],
      ...['migliore', 'migliori', 'consigliato', 'consigliati', 'consigli', 'confronto', 'quale', 'quali'],
      ...['goedkoopste', 'aanrader', 'aanbevolen', 'vergelijken', 'vergelijking', 'welke', 'welk'],
      ...['melhor', 'melhores', 'recomenda', 'comparacao', 'qual', 'quais'],
    ],
  ],
  [
    'awareness',
    [
      ...['what is', 'what are', 'how', 'why', 'meaning', 'guide', 'definition'],
      ...['was ist', 'was sind', 'wie', 'warum', 'bedeutung', 'ratgeber'],
      ...['qu est ce', 'c est quoi', 'comment', 'pourquoi', 'signification'],
      ...['que es', 'que son', 'como', 'por que', 'significado', 'guia'],
      ...['cos e', 'che cos', 'cosa sono', 'come', 'perche', 'significato', 'guida'],
      ...['wat is', 'wat zijn', 'hoe', 'waarom', 'betekenis', 'gids'],
      ...['o que e', 'o que sao', 'porque'],
    ],
  ],
];

const PATTERNS = STAGE_WORDS.map(([stage, words]) => ({
  stage,
  words: new RegExp(`(?<= )(?:${words.join('|')})(?= )`),
}));

/** How far from buying the one is who asks this, by the words of the text; null where no word tells. Linear time. */
export function stageOf(text: string): Stage | null {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = ` ${plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  return PATTERNS.find((pattern) => pattern.words.test(words))?.stage ?? null;
}
