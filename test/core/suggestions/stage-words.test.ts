import { stageOf } from '../../../src/core/suggestions/stage-words.js';

test.each([
  ['awareness', ['What is a CRM?', 'how does invoicing work', 'Was ist ein CRM?', 'Comment choisir un logiciel ?']],
  ['awareness', ['¿Qué es un CRM?', "Cos'è un CRM?", 'Wat is een CRM?', 'O que é um CRM?']],
  ['consideration', ['best CRM for bakeries', 'Welches CRM ist gut?', 'le meilleur CRM', 'los mejores CRM']],
  ['consideration', ['i migliori CRM', 'beste boekhoudprogramma', 'qual é o melhor CRM', 'What is the best CRM?']],
  ['decision', ['Acme vs Globex', 'alternatives to Acme', 'Lohnt sich Acme?', 'Acme avis', 'opiniones de Acme']],
  ['decision', ['recensioni Acme', 'ervaringen met Acme', 'Acme vale a pena comprar', 'best alternative to Acme']],
  ['use', ['Acme login', 'How do I cancel Acme?', 'Acme kündigen', 'résilier Acme', 'cancelar Acme']],
  ['use', ['disdire Acme', 'Acme opzeggen', 'Acme apoio ao cliente']],
])('%s is told by %j', (stage, texts) => {
  expect(texts.map((text) => [text, stageOf(text)])).toEqual(texts.map((text) => [text, stage]));
});

test.each(['Acme', 'CRM software', 'laptop stopping howling', '', '  ', '日本語'])('nothing tells of %j', (text) => {
  expect(stageOf(text)).toBeNull();
});
