// What the tasks of a lesson count: 1 if the first answer was right, 1/2 after one wrong answer, 1/3 after two, and so on. A task
// to write, where no answer is wrong, counts nothing, but belongs to the lesson.
//
//   scoreOf([{ free: false, solved: true, wrong: 1 }])   {points: 0.5, most: 1, solved: 1, of: 1, percent: 50}
//
// free: a task to write; wrong: how many wrong answers came before the right one.

export const FREE = "write"; // the kind of task whose answers are neither right nor wrong

export function scoreOf(tasks) {
  const judged = tasks.filter(({ free }) => !free);
  const points = judged.reduce((sum, { solved, wrong }) => sum + (solved ? 1 / (1 + wrong) : 0), 0);
  const [most, solved, of] = [judged.length, tasks.filter((task) => task.solved).length, tasks.length];
  return { points, most, solved, of, percent: most ? Math.round((100 * points) / most) : solved === of ? 100 : 0 };
}
