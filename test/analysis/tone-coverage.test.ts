import { read } from './read.js';

const POLISH = 'Sonos jest w Polsce i od lat jest na rynku. To marka, którą widać na każdej ulicy.';

describe('the tone is covered', () => {
  test.each([
    ['English', 'Sonos is one of the speakers that the shops of this town have.'],
    ['German', 'Sonos ist eine Marke, die es in den Läden der Stadt gibt.'],
    ['French', 'Sonos est une marque que l’on trouve dans les magasins de la ville.'],
    ['Spanish', 'Sonos es una marca que se vende en las tiendas de la ciudad.'],
    ['Italian', 'Sonos è una marca che si trova nei negozi della città.'],
    ['Portuguese', 'A Sonos é uma marca que se vende nas lojas da cidade.'],
    ['Dutch', 'Sonos is een merk dat in de winkels van de stad te koop is.'],
  ])('in %s', (_, text) => {
    expect(read(text, 'Sonos').brand).toMatchObject({ sentiment: 'neutral', isToneCovered: true });
  });

  test.each([
    ['a row of names', '1. Sonos\n2. Corvane\n3. Delmira'],
    ['mostly English words, without grammar', 'Sonos: wireless speaker, 12-hour battery, Korvu app'],
  ])('in %s', (_, text) => {
    expect(read(text, 'Sonos').brand.isToneCovered).toBe(true);
  });

  test('where the subject is not named', () => {
    expect(read('Nie ma go w tym tekście, a to jest po polsku.', 'Sonos').brand.isToneCovered).toBe(true);
  });

  test('where a rule speaks in a language without rules of its own', () => {
    const facts = read(`${POLISH}\n\nRating of Sonos: 9/10`, 'Sonos').brand;
    expect(facts).toMatchObject({ sentiment: 'positive', isToneCovered: true });
  });
});

describe('the tone is not covered, and neutral for that alone', () => {
  test.each([
    ['Polish', POLISH],
    ['Swedish', 'Sonos är ett märke som finns i butiker och på nätet, och det säljs till alla.'],
    ['Danish', 'Sonos er et mærke, som er for alle og findes i butikker på nettet for tiden.'],
    ['Romanian', 'Sonos este o marcă din România care se vinde în magazine și pe net.'],
    ['Hungarian', 'A Sonos egy márka, és az üzletekben is kapható, de nem mindenhol.'],
    ['Indonesian', 'Sonos adalah merek yang dijual di toko dan juga untuk pasar daring.'],
    ['Turkish', 'Sonos bir marka ve şehirde daha çok satılan bir ürün olan hoparlör için bilinir.'],
    ['Russian', 'Sonos — это марка, что продаётся в магазинах города и на рынке.'],
    ['Chinese', 'Sonos是一个在商店出售的品牌，音质很好。'],
    ['Japanese', 'Sonosは街の店で売られているブランドです。'],
    ['Arabic', 'Sonos علامة تجارية تباع في متاجر المدينة.'],
    ['a few words of another language', 'Sonos: świetna bateria, wygodna aplikacja'],
  ])('in %s', (_, text) => {
    expect(read(text, 'Sonos').brand).toMatchObject({ mentionCount: 1, sentiment: 'neutral', isToneCovered: false });
  });
});
