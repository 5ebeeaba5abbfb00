// When a phone is taken to be too slow, by what its browser says and by what is measured.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Strain } from "../../companion/web/static/js/phone/strain.js";

const EVERY_MS = 250;

/** A phone whose pictures take so long to be written, and whose camera gives so many a second. */
class Phone {
  strain = new Strain();
  now = 1000;
  frames = 0;

  /**
   * @param {number} seconds
   * @param {number} tookMs
   * @param {number} rate
   */
  goesOn(seconds, tookMs, rate = 30) {
    for (let passed = 0; passed < seconds * 1000; passed += EVERY_MS) {
      this.now += EVERY_MS;
      this.frames += rate * EVERY_MS / 1000;
      this.strain.note(tookMs, Math.round(this.frames), this.now);
    }
    return this.strain.kind;
  }
}

test("pictures that take much longer than at first are told, until they do not any more", () => {
  const phone = new Phone();
  assert.equal(phone.goesOn(20, 60), "");
  assert.equal(phone.strain.waitMs, 0);
  assert.equal(phone.goesOn(20, 110), ""); // longer, and still soon enough
  assert.equal(phone.goesOn(20, 200), "slow");
  assert.equal(phone.strain.waitMs, 500);
  assert.equal(phone.goesOn(20, 140), "slow"); // between the two it stays as it is
  assert.equal(phone.goesOn(20, 70), "");
});

test("one picture that took long says nothing", () => {
  const phone = new Phone();
  phone.goesOn(20, 60);
  assert.equal(phone.goesOn(0.25, 2000), "");
  assert.equal(phone.goesOn(20, 60), "");
});

test("a camera that gives far fewer pictures is told; half of them is the dark", () => {
  const phone = new Phone();
  assert.equal(phone.goesOn(20, 60, 30), "");
  assert.equal(phone.goesOn(30, 60, 15), "");
  assert.equal(phone.goesOn(30, 60, 8), "slow");
  assert.equal(phone.goesOn(30, 60, 24), "");
});

test("a page that slept, and another camera, are measured anew", () => {
  const phone = new Phone();
  phone.goesOn(20, 60, 30);
  phone.now += 600_000;
  assert.equal(phone.goesOn(6, 60, 30), "");
  phone.strain.forget();
  phone.frames = 0;
  assert.equal(phone.goesOn(30, 200, 10), "");
});

test("what the browser says of pressure counts as long as it says it", () => {
  /** @type {((changes: {state: string}[]) => void)[]} */
  const heard = [];
  Object.assign(globalThis, {
    PressureObserver: class {
      static knownSources = ["cpu", "thermals"];

      /** @param {(changes: {state: string}[]) => void} hear */
      constructor(hear) { heard.push(hear); }

      /** @param {string} source */
      observe(source) { return Promise.resolve(source); }
    },
  });
  let now = 0;
  const strain = new Strain(() => now);
  strain.listen();
  const [thermals, cpu] = heard;
  /** @type {(state: string) => [string, number]} */
  const after = (state) => {
    thermals([{ state }]);
    return [strain.kind, strain.waitMs];
  };
  assert.deepEqual(after("fair"), ["", 0]);
  assert.deepEqual(after("serious"), ["hot", 500]);
  assert.deepEqual(after("critical"), ["hot", 1000]);
  assert.deepEqual(after("nominal"), ["", 0]);
  cpu([{ state: "serious" }]);
  assert.equal(strain.kind, ""); // it may be busy for a moment
  now = 9_000;
  cpu([{ state: "critical" }]);
  assert.equal(strain.kind, "");
  now = 10_000;
  assert.deepEqual([strain.kind, strain.waitMs], ["hot", 1000]);
  cpu([{ state: "fair" }]);
  assert.equal(strain.kind, "");
});
