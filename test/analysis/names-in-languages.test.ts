import { namedIn, subject } from './read.js';

describe('in a text of another language', () => {
  test.each([
    ['Boulanger', 'Comparez Darty et Boulanger : la livraison est gratuite. Le boulanger du coin n’y peut rien.', 1],
    ['Carrefour', 'Les prix chez Carrefour ont baissé. Au prochain carrefour, tournez à gauche.', 1],
    ['Illy', 'Per l’espresso di casa consiglio illy o Lavazza; la miscela di Illy è più dolce.', 2],
    ['Netto', 'Das Gehalt beträgt brutto 3.000 Euro, netto bleiben 2.050. Das ist nicht viel.', 0],
    ['Allegro', 'Na Allegro kupisz wszystko. Sprzedawcy Allegro wysyłają szybko, na OLX bywa różnie.', 2],
    ['Allegro', 'Orkiestra gra w tempie allegro. Na Allegro kupisz nuty i smyczki, jest ich wiele.', 1],
    ['Klarna', 'Med Klarna betalar du senare, och Klarnas app visar alla köp.', 2],
    ['Яндекс', 'Навигатор Яндекса знает пробки лучше. С Яндексом ехать быстрее; Google уступает.', 2],
    ['쿠팡', '로켓배송은 쿠팡이 가장 빠르고, 쿠팡에서는 반품도 쉽습니다.', 2],
  ])('words are told by its own dictionary and endings by its grammar: %s in “%s”', (name, text, count) => {
    expect(namedIn(text, subject(name))).toHaveLength(count);
  });
});
